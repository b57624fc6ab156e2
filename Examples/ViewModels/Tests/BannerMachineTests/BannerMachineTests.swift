// The tests are generated from the scenarios of Banner.yaml.
