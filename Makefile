# What needs libyaml installs it first, so that each of these works on a fresh machine with Swift.

SWIFT ?= swift
# More options of `swift build`.
BUILD_FLAGS ?=
# SwiftPM compiles the tool of a plugin apart from everything else. Here, the plugins take the executable that is built, to which this
# bundle links, so that the sources are compiled once.
BUILT_TOOL = .build/built-tool/lifeline.artifactbundle
swift_build = LIFELINE_BUILT_TOOL="$(BUILT_TOOL)" $(SWIFT) build
SWIFT_SOURCES = Package.swift Sources Tests Plugins Specs Templates Examples Distribution

VERSION := $(shell sed -n 's/^package let toolVersion = "\(.*\)"$$/\1/p' Sources/LifelineSource/ToolVersion.swift)
REPOSITORY = https://github.com/OWNER/lifeline
# An executable that is built already, with the language server beside it. Without one, `make release` builds both.
TOOL ?=
tool = $(or $(TOOL),.build/release/lifeline)
build_tool = $(if $(TOOL),,release)

.PHONY: help generate test test-all release bundle distribution install uninstall archive owner format lint setup

help:
	@echo "make generate  build the tool and generate Swift from Specs/ into Generated/"
	@echo "make test      run the quick tests of all modules; MODULES=… takes only those of some"
	@echo "make test-all  run all tests, which takes about half an hour; MODULES=…"
	@echo "make release   build the command and the language server for release: on Linux static executables, if the"
	@echo "               libraries allow it"
	@echo "make format    format the Swift sources"
	@echo "make lint      check the format of the Swift sources"
	@echo "make setup     install libyaml, the only library needed, if it is missing"
	@echo
	@echo "make install PREFIX=…     install the command, the language server, completions and manual page; make uninstall"
	@echo "                          removes them"
	@echo "make archive              make an archive of the same files"
	@echo "make bundle               make the bundle of the command, and the package of the prebuilt plugins"
	@echo "make distribution DIR=…   commit and tag that package in its own repository, a clone of which is DIR"
	@echo "make owner OWNER=…        write the owner of the repository into all addresses"

generate: setup
	Distribution/link-tool "$$($(SWIFT) build --show-bin-path)" "$(BUILT_TOOL)"
	$(swift_build) --product lifeline
	"$$($(SWIFT) build --show-bin-path)/lifeline" generate Specs \
	  --output Generated --tests-output Generated/Tests --module Lifecycles

# All modules, or some of them: MODULES="LifelineYAMLTests LifelineModelTests".
MODULES ?=

# `swift test` would use one processor.
test: setup
	Distribution/link-tool "$$($(SWIFT) build $(BUILD_FLAGS) --show-bin-path)" "$(BUILT_TOOL)"
	$(swift_build) --product lifeline $(BUILD_FLAGS)
	$(swift_build) --build-tests $(BUILD_FLAGS)
	SWIFT="$(SWIFT)" Tests/run $(MODULES)

test-all: export LIFELINE_TESTS = all
test-all: test

# On Linux, everything is linked into the executable if the archives of the C libraries are installed (libyaml-dev and
# libc6-dev): it runs where neither Swift nor libyaml is. It is position-independent if the C library has the startup code
# for that, which stops at a path for libraries. The linker would warn about functions that look up users and groups.
release: setup
	@set -e; \
	has() { [ -e "$$(clang -print-file-name=$$1 2>/dev/null)" ]; }; \
	linking=; \
	if [ "$$(uname)" = Linux ]; then \
	  linking=--static-swift-stdlib; \
	  if has libc.a && has libyaml.a; then \
	    linking="$$linking -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker --no-warnings"; \
	    if has rcrt1.o; then linking="$$linking --disable-local-rpath -Xswiftc -Xclang-linker -Xswiftc -static-pie"; fi; \
	  fi; \
	fi; \
	folder=$$($(SWIFT) build -c release $$linking $(BUILD_FLAGS) --show-bin-path); \
	Distribution/link-tool "$$folder" "$(BUILT_TOOL)"; \
	for product in lifeline lifeline-lsp; do \
	  $(swift_build) -c release $$linking $(BUILD_FLAGS) --product "$$product"; \
	  echo "built $$folder/$$product"; \
	done

# A bundle for several platforms: BUNDLES are those that were made on the others.
BUNDLE = .build/bundle/lifeline.artifactbundle.zip
PACKAGE = .build/distribution
BUNDLES ?=

bundle: $(build_tool)
	Distribution/bundle "$(tool)" "$(VERSION)" "$(BUNDLE)" "$(PACKAGE)" $(BUNDLES)

# Without an address, the package contains the bundle.
BUNDLE_ADDRESS = $(REPOSITORY)/releases/download/$(VERSION)/lifeline.artifactbundle.zip

distribution:
	@if [ -z "$(DIR)" ]; then echo "usage: make distribution DIR=<clone of the repository of the plugins>" >&2; exit 64; fi
	Distribution/publish "$(PACKAGE)" "$(BUNDLE)" "$(VERSION)" "$(DIR)" "$(BUNDLE_ADDRESS)"

PREFIX ?= /usr/local
DESTDIR ?=
ARCHIVE = .build/bundle/lifeline-$(VERSION)-$(shell uname -m)-$(shell uname -s | tr A-Z a-z).tar.gz

install: $(build_tool)
	Distribution/install "$(tool)" "$(DESTDIR)$(PREFIX)"

uninstall:
	Distribution/install --remove "$(DESTDIR)$(PREFIX)"

archive: $(build_tool)
	Distribution/archive "$(tool)" "$(ARCHIVE)"

owner:
	Distribution/set-owner "$(OWNER)"

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
