import { describe, expect, test } from "vitest";
import { renderUserTemplate } from "../../generator/emit/user-template.js";
import { UsageError } from "../../generator/failure.js";

const view = {
  name: "tools/call",
  code: -32020,
  text: 'One "quoted" line\n\nand <another>',
  list: [{ name: "a" }, { name: "b", result: "B" }],
  none: [],
  documentation: { summary: ["a"], text: "Words." },
  method: { params: {}, label: "L" },
  range: { from: 1, to: 2 },
  names: ["a", "b"],
};

function render(text: string): string {
  return renderUserTemplate({ label: "templates/x.py.hbs", text }, view);
}

describe("what templates can say", () => {
  const table: readonly [template: string, want: string][] = [
    ["{{name}}", "tools/call"],
    ["{{text}}", 'One "quoted" line\n\nand <another>'],
    ["{{#each list}}{{name}};{{/each}}", "a;b;"],
    ["{{#each none}}x{{else}}pass{{/each}}", "pass"],
    ["{{#each list}}{{#if result}}{{result}}{{else}}-{{/if}}{{/each}}", "-B"],
    ["{{names}}", "a,b"],
    ["{{#each names}}{{@index}}{{this}}{{/each}}", "0a1b"],
    ["{{documentation.text}}", "Words."],
    ["{{json text}}", '"One \\"quoted\\" line\\n\\nand <another>"'],
    ["{{json code}} {{json none}}", "-32020 []"],
    ['{{prefixLines "# " text}}', '# One "quoted" line\n#\n# and <another>'],
    ["{{camelCase name}}", "toolsCall"],
    ["{{pascalCase name}}", "ToolsCall"],
    ["{{snakeCase name}}", "tools_call"],
    ["{{constantCase name}}", "TOOLS_CALL"],
    ["{{constantCase (camelCase name)}}", "TOOLS_CALL"],
    ["{{lookup list.[1] 'result'}}", "B"],
    ["{{#with list.[0]}}{{../name}} {{name}}{{/with}}", "tools/call a"],
    [
      '{{#*inline "row"}}<{{name}}>{{/inline}}{{#each list}}{{> row}}{{/each}}',
      "<a><b>",
    ],
    ["{{#each list}}\n  {{name}}\n{{/each}}\n", "  a\n  b\n"],
  ];
  test.each(table)("%j gives %j", (template, want) => {
    expect(render(template)).toBe(want);
  });
});

describe("mistakes, with their place", () => {
  const table: readonly [template: string, want: string][] = [
    [
      "a\n {{documentation}}",
      ":2:4: documentation is an object; use {{documentation.text}}.",
    ],
    ["{{{method}}}", ":1:4: method is an object; use {{method.label}}."],
    ["{{range}}", ":1:3: range is an object; its fields are from, to."],
    ["{{list}}", ":1:3: list is a list; use {{#each list}}."],
    [
      "{{#each list}}{{this}}{{/each}}",
      ":1:17: this is an object; use {{this.name}}.",
    ],
    ["{{nam}}", ':1:3: the view has no field "nam" here.'],
    [
      "one\n  {{name}} {{list.nam}}",
      ':2:14: the view has no field "nam" here.',
    ],
    [
      "{{#each list}}\n{{result}}\n{{/each}}",
      ':2:3: the view has no field "result" here.',
    ],
    [
      "{{#each list}}",
      ":1:15: the template ends where something is still open.",
    ],
    ["a\n{{name", ':2:3: "n" cannot stand here.'],
    ["{{/each}}", ':1:1: "{{/" cannot stand here.'],
    ["{{name ]}}", ':1:8: "]" cannot stand here.'],
    ["\n{{#if name}}{{/each}}", ":2:4: if doesn't match each."],
    ["{{!-- open", ":1:1: the template ends where something is still open."],
    [
      "{{upper name}}",
      ':1:1: there is no function "upper"; functions are json, prefixLines, camelCase, pascalCase, snakeCase, constantCase, each, if, unless, with and lookup.',
    ],
    ["{{log name}}", ':1:1: there is no function "log"'],
    ["\n {{json nothing}}", ":2:2: json has no value."],
    ["{{camelCase code}}", ":1:1: camelCase takes a text, not -32020."],
    ["{{camelCase nothing}}", ":1:1: camelCase has no text."],
    ['{{prefixLines "#"}}', ":1:1: prefixLines has no text."],
    ["{{> header}}", ": The partial header could not be found."],
  ];
  test.each(table)("%j", (template, want) => {
    expect(() => render(template)).toThrow(UsageError);
    expect(() => render(template)).toThrow(`templates/x.py.hbs${want}`);
  });

  test("do not change how Handlebars reports to others", () => {
    expect(() => render("{{#each")).toThrow(UsageError);
    expect(render("{{name}}")).toBe("tools/call");
  });
});
