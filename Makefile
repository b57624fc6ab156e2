# What needs libyaml installs it first, so that each of these works on a fresh machine with Swift.

SWIFT ?= swift
SWIFT_SOURCES = Package.swift Sources Tests Plugins Specs Templates Examples

.PHONY: help generate test release format lint setup

help:
	@echo "make generate  build the tool and generate Swift from Specs/ into Generated/"
	@echo "make test      run all tests"
	@echo "make release   build the command for release, as one file that needs no library if that is possible"
	@echo "make format    format the Swift sources"
	@echo "make lint      check the format of the Swift sources"
	@echo "make setup     install libyaml, the only library needed, if it is missing"

generate: setup
	$(SWIFT) build --product lifeline
	"$$($(SWIFT) build --show-bin-path)/lifeline" generate Specs \
	  --output Generated --tests-output Generated/Tests --module Lifecycles

test: setup
	$(SWIFT) build --build-tests
	$(SWIFT) test

# On Linux all is linked into the command if the archives of the C libraries are there, which libyaml-dev and libc6-dev
# bring: it runs where neither Swift nor libyaml is. The linker would warn of parts of Foundation that look for users and
# groups, which the command does not. Elsewhere Swift's library is in the system.
release: setup
	@set -e; \
	has_archives() { \
	  for name in libc.a libyaml.a; do [ -e "$$(clang -print-file-name=$$name 2>/dev/null)" ] || return 1; done; \
	}; \
	if [ "$$(uname)" != Linux ]; then linking=; \
	elif has_archives; then \
	  linking="--static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker --no-warnings"; \
	else linking=--static-swift-stdlib; fi; \
	$(SWIFT) build -c release $$linking --product lifeline; \
	echo "built $$($(SWIFT) build -c release $$linking --show-bin-path)/lifeline"

format:
	$(SWIFT) format --in-place --recursive $(SWIFT_SOURCES)

lint:
	$(SWIFT) format lint --strict --recursive $(SWIFT_SOURCES)

setup:
	@set -e; \
	brew_prefix() { brew --prefix libyaml 2>/dev/null || true; }; \
	has_libyaml() { \
	  [ -e /usr/include/yaml.h ] || [ -e /usr/local/include/yaml.h ] || \
	  [ -e "$$(brew_prefix)/include/yaml.h" ] || pkg-config --exists yaml-0.1 2>/dev/null; \
	}; \
	as_root() { if [ "$$(id -u)" = 0 ]; then "$$@"; else sudo "$$@"; fi; }; \
	if has_libyaml; then exit 0; fi; \
	echo "Installing libyaml …"; \
	if command -v apt-get >/dev/null; then \
	  as_root apt-get update || true; \
	  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libyaml-dev; \
	elif command -v brew >/dev/null; then \
	  brew install libyaml; \
	fi; \
	if ! has_libyaml; then \
	  echo "libyaml is missing: install its development package" \
	    "(libyaml-dev, libyaml-devel or libyaml), then try again." >&2; \
	  exit 1; \
	fi
