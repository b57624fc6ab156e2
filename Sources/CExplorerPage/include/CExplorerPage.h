#ifndef CExplorerPage_h
#define CExplorerPage_h

/// Returns the outline of the page, with names in double braces.
const char *_Nonnull explorerPageOutline(void);

/// Returns the style sheet of the page.
const char *_Nonnull explorerPageStyle(void);

/// Returns the script of the page.
const char *_Nonnull explorerPageScript(void);

#endif
