// The files of the page are compiled in here because SwiftPM's `embedInCode` makes a literal of all bytes, on which the Swift
// compiler spends longer than on most modules.

#include "CExplorerPage.h"

#ifndef __has_embed
#error "The explorer's page needs a C compiler with #embed, such as the clang of Swift 6.1."
#endif
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char outline[] = {
#embed "Page/page.html"
  , 0
};

static const char style[] = {
#embed "Page/page.css"
  , 0
};

// They stand in the order in which they use each other.
static const char script[] = {
#embed "Page/values.js"
  , '\n',
#embed "Page/expressions.js"
  , '\n',
#embed "Page/machine.js"
  , '\n',
#embed "Page/entries.js"
  , '\n',
#embed "Page/situation.js"
  , '\n',
#embed "Page/execution.js"
  , '\n',
#embed "Page/interpreter.js"
  , '\n',
#embed "Page/promises.js"
  , '\n',
#embed "Page/matcher.js"
  , '\n',
#embed "Page/alignment.js"
  , '\n',
#embed "Page/scenarios.js"
  , '\n',
#embed "Page/session.js"
  , '\n',
#embed "Page/lines.js"
  , '\n',
#embed "Page/yaml.js"
  , '\n',
#embed "Page/search.js"
  , '\n',
#embed "Page/elements.js"
  , '\n',
#embed "Page/states.js"
  , '\n',
#embed "Page/folding.js"
  , '\n',
#embed "Page/columns.js"
  , '\n',
#embed "Page/lifeline.js"
  , '\n',
#embed "Page/fields.js"
  , '\n',
#embed "Page/panels.js"
  , '\n',
#embed "Page/playing.js"
  , '\n',
#embed "Page/page.js"
  , 0
};

const char *explorerPageOutline(void) { return outline; }
const char *explorerPageStyle(void) { return style; }
const char *explorerPageScript(void) { return script; }
