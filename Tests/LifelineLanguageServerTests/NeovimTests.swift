import Foundation
import TestSupport
import XCTest

/// Tries the server in Neovim, with the configuration that docs/editors.md shows.
final class NeovimTests: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws { folder = try createTemporaryFolder() }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// The steps of a person, with a check after each.
  private let session = """
    local function check(condition, message)
      if condition then return end
      io.stderr:write(message .. "\\n" .. vim.inspect(vim.diagnostic.get(0)) .. "\\n")
      vim.cmd("cquit 1")
    end
    local function codes()
      local result = {}
      for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
        table.insert(result, diagnostic.code .. " in line " .. diagnostic.lnum + 1)
      end
      return table.concat(result, ", ")
    end
    local function expect(wanted, message)
      check(vim.wait(20000, function() return codes() == wanted end), message .. ": " .. codes())
    end
    local function ask(method, line, column, more)
      vim.api.nvim_win_set_cursor(0, { line, column })
      local parameters = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
      for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/" .. method, parameters, 20000) or {}) do
        check(answer.result, method .. ": " .. vim.inspect(answer.err))
        return answer.result
      end
      check(false, "no answer to " .. method)
    end

    vim.cmd("filetype on")
    vim.cmd("edit Bell.yaml")
    expect("L402 in line 10", "the scenario fails")

    local fix = ask("hover", 10, 12)
    check(fix.contents.value:find("L402"), "the explanation is shown: " .. vim.inspect(fix))
    vim.api.nvim_buf_set_lines(0, 9, 10, true, { "    when: {open: ring}" })
    expect("", "the scenario holds")

    local message
    vim.lsp.handlers["window/showMessage"] = function(_, result) message = result.message end
    vim.ui.select = function(lenses, options, run)
      for _, lens in ipairs(lenses) do
        if options.format_item(lens) == "Play (holds)" then return run(lens) end
      end
    end
    vim.lsp.codelens.refresh()
    check(vim.wait(20000, function() return #vim.lsp.codelens.get(0) > 1 end), "the scenario has lenses")
    for _, lens in ipairs(vim.lsp.codelens.get(0)) do
      if lens.command.command == "lifeline.play" then
        vim.api.nvim_win_set_cursor(0, { lens.range.start.line + 1, 0 })
      end
    end
    vim.lsp.codelens.run()
    check(vim.wait(20000, function() return message end), "a lens plays the scenario")
    check(message:find("holds"), message)

    vim.api.nvim_buf_set_lines(0, 5, 6, true, { "  closed: {on: {open: {to: " })
    check(vim.wait(20000, function() return codes() ~= "" end), "a half-written line is wrong")
    local labels = {}
    for _, item in ipairs(ask("completion", 6, 27).items) do labels[item.label] = true end
    check(labels.opened and labels.closed and not labels.ring, "states are offered: " .. vim.inspect(labels))
    vim.api.nvim_buf_set_lines(0, 5, 6, true, { "  closed: {on: {open: {to: opened, do: ring}}}" })
    expect("", "the line is right again")

    local target = ask("definition", 6, 28)[1]
    check(target.range.start.line == 6, "the state is found: " .. vim.inspect(target))
    vim.api.nvim_win_set_cursor(0, { 6, 28 })
    vim.lsp.buf.rename("wide")
    check(
      vim.wait(20000, function() return vim.api.nvim_buf_get_lines(0, 6, 7, true)[1]:find("^  wide:") end),
      "the state is renamed")
    check(vim.api.nvim_buf_get_lines(0, 5, 6, true)[1]:find("to: wide"), "its use is renamed")
    check(#ask("documentSymbol", 1, 0) == 5, "the outline has five sections")

    vim.api.nvim_buf_set_lines(0, 2, 3, true, { "callbacks: {ring: {needs: knock}, knock: }" })
    expect("L803 in line 3", "the machine is explored while somebody types")
    vim.cmd("write")
    vim.api.nvim_buf_set_lines(0, 0, 0, true, { "# The bell." })
    expect("L803 in line 4", "what the exploration has found moves along")
    vim.cmd("qall!")
    """

  func testASessionInNeovim() throws {
    let program = try execute("sh", ["-c", "command -v nvim"], in: folder)
    guard program.status == 0 else {
      let reason = "Neovim isn't installed, so the server isn't tried in an editor"
      XCTAssertNil(ProcessInfo.processInfo.environment["CI"], reason)
      print(reason)
      throw XCTSkip(reason)
    }
    let page = try text(of: packageRoot.appending(path: "docs/editors.md"))
    let blocks = page.components(separatedBy: "```lua\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    let configuration = try XCTUnwrap(blocks.first { $0.contains("start_client") })
    try write(configuration + "\n" + session, to: "session.lua")
    try write(spec("Bell", expecting: "knock"), to: "Bell.yaml")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try execute(
      "nvim", ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile session.lua"], in: folder,
      environment: ["PATH": buildFolder.path + ":" + path, "HOME": folder.path], limit: 60)
    XCTAssertEqual(result.status, 0, result.errors + result.output)
    XCTAssertFalse(result.wasEndedBySignal, result.errors)
  }
}
