import { describe, expect, test } from "vitest";
import {
  decodeHeaderValue,
  encodeHeaderValue,
} from "../../out/draft/runtime/eras/stateless/header-value.js";

/** Base64 by Node, to check the runtime's own against. */
const sentinel = (text: string): string =>
  `=?base64?${Buffer.from(text).toString("base64")}?=`;

describe("encodeHeaderValue", () => {
  const cases: [given: string, want: string][] = [
    ["us-west 2", "us-west 2"],
    ["", ""],
    ["~!@#$%^&*()", "~!@#$%^&*()"],
    ["QQ==", "QQ=="],
    ["=?base64?QQ==", "=?base64?QQ=="],
    ["QQ==?=", "QQ==?="],
    ["=?BASE64?QQ==?=", "=?BASE64?QQ==?="],
    [" x", sentinel(" x")],
    ["x ", sentinel("x ")],
    ["\tx", sentinel("\tx")],
    ["a\tb", sentinel("a\tb")],
    ["ä", sentinel("ä")],
    ["世界", sentinel("世界")],
    ["🜁", sentinel("🜁")],
    ["a\r\nX-Evil: 1", sentinel("a\r\nX-Evil: 1")],
    ["\u0000", sentinel("\u0000")],
    ["\u007f", sentinel("\u007f")],
    ["=?base64?QQ==?=", sentinel("=?base64?QQ==?=")],
    ["=?base64??=", sentinel("=?base64??=")],
  ];
  test.each(cases)("%j", (given, want) => {
    expect(encodeHeaderValue(given)).toBe(want);
    expect(decodeHeaderValue(want)).toBe(given);
  });

  test("a lone surrogate becomes the replacement character", () => {
    expect(decodeHeaderValue(encodeHeaderValue("\ud800"))).toBe("\ufffd");
  });

  test("every value survives HTTP's own Headers", () => {
    for (const [given] of cases) {
      const headers = new Headers({ "Mcp-Name": encodeHeaderValue(given) });
      expect(decodeHeaderValue(headers.get("mcp-name") ?? "")).toBe(given);
    }
  });

  test("a value of every single character survives", () => {
    for (let code = 0; code < 0xd800; code += 1) {
      const text = String.fromCharCode(code);
      const value = encodeHeaderValue(text);
      if (decodeHeaderValue(value) !== text || !/^[\x20-\x7e]*$/.test(value)) {
        expect.fail(`U+${code.toString(16)} became ${JSON.stringify(value)}`);
      }
    }
  });
});

describe("decodeHeaderValue", () => {
  const cases: [given: string, want: string | undefined][] = [
    ["plain", "plain"],
    ["  plain\t", "plain"],
    ["", ""],
    ["=?base64??=", ""],
    ["  =?base64?WsO8cmljaA==?=  ", "Zürich"],
    ["=?base64?=", "=?base64?="],
    ["=?BASE64?QQ==?=", "=?BASE64?QQ==?="],
    ["=?base64?QQ==", "=?base64?QQ=="],
    ["QQ==?=", "QQ==?="],
    // not padded, padded wrongly, wrong length, unknown alphabet, blanks inside
    ["=?base64?QQ?=", undefined],
    ["=?base64?QQ=?=", undefined],
    ["=?base64?QQ===?=", undefined],
    ["=?base64?=QQ=?=", undefined],
    ["=?base64?Q=Q=?=", undefined],
    ["=?base64?QUJDR?=", undefined],
    ["=?base64?_-_-?=", undefined],
    ["=?base64?QU JD?=", undefined],
    ["=?base64?****?=", undefined],
    // Base64 of bytes that are not UTF-8: truncated, overlong, a surrogate
    ["=?base64?5pel5oo=?=", undefined],
    ["=?base64?wIA=?=", undefined],
    ["=?base64?7aCA?=", undefined],
    // characters that no header may have
    ["Z\u00fcrich", undefined],
    ["a\u0000b", undefined],
    ["a\u007fb", undefined],
    ["a\tb", "a\tb"],
  ];
  test.each(cases)("%j", (given, want) => {
    expect(decodeHeaderValue(given)).toBe(want);
  });

  test("a byte order mark is part of the value", () => {
    expect(decodeHeaderValue(sentinel("\ufeffx"))).toBe("\ufeffx");
  });
});
