/** What a revision says about error codes as such: classes of them, HTTP statuses. */
import type { ProtocolModel, RuleData } from "../../model/model.js";
import {
  and,
  atom,
  compared,
  type Condition,
  equal,
  not,
  or,
} from "./print/condition.js";
import { commentWords } from "./print/documentation.js";

/** The codes of the JSON-RPC specification; every revision has them, named or not. */
const JSON_RPC_CODES: readonly number[] = [
  -32700, -32600, -32601, -32602, -32603,
];

/** A `case` of a generated `switch` over codes. */
export interface CodeCase {
  /** The constant's name, or the number where the revision names none. */
  readonly label: string;
  /** A comment behind the label, with the blank before it; or empty. */
  readonly remark: string;
}

/** Codes that all have the same answer. */
export interface CodeGroup {
  readonly cases: readonly CodeCase[];
  readonly answer: string;
}

type LegacyCode = RuleData & { readonly kind: "legacyErrorCode" };

/** The legacy codes that the prose of this revision knows and its schema does not define. */
function legacyCodes(model: ProtocolModel): readonly LegacyCode[] {
  const defined = new Set(model.errors.map(({ code }) => code));
  return model.rules.flatMap(({ data }) =>
    data?.kind === "legacyErrorCode" && !defined.has(data.code) ? [data] : [],
  );
}

/** Prose calls -32002 by its meaning; that one has a class of its own. */
const RESOURCE_NOT_FOUND = -32002;

/**
 * The cases of `classifyErrorCode`, ranges aside.
 *
 * @param labelOf The name of a code's constant in the file.
 */
export function classifiedCodes(
  model: ProtocolModel,
  labelOf: (code: number) => string,
): readonly CodeGroup[] {
  const defined = [...new Set(model.errors.map(({ code }) => code))];
  const legacy = legacyCodes(model);
  const legacyCase = ({ code, meaning }: LegacyCode): CodeCase => ({
    label: labelOf(code),
    remark: ` // ${commentWords(meaning)}`.trimEnd(),
  });
  return [
    {
      answer: "standard",
      cases: JSON_RPC_CODES.map((code) => plainCase(labelOf(code))),
    },
    {
      answer: "specification",
      cases: defined
        .filter((code) => !JSON_RPC_CODES.includes(code))
        .map((code) => plainCase(labelOf(code))),
    },
    {
      answer: "legacy-resource-not-found",
      cases: legacy
        .filter(({ code }) => code === RESOURCE_NOT_FOUND)
        .map(legacyCase),
    },
    {
      answer: "legacy",
      cases: legacy
        .filter(({ code }) => code !== RESOURCE_NOT_FOUND)
        .map(legacyCase),
    },
  ].filter(({ cases }) => cases.length > 0);
}

/**
 * When an error of a code may be sent: the revision defines the code, or leaves it to
 * programs. Before the stateless era these had the whole range from -32000 to -32099 too,
 * as in JSON-RPC.
 *
 * @param hasClass Whether the file has a class for a code.
 */
export function sendableCondition(
  model: ProtocolModel,
  labelOf: (code: number) => string,
  hasClass: (code: number) => boolean,
): Condition {
  const notFound = legacyCodes(model).find(
    ({ code }) => code === RESOURCE_NOT_FOUND,
  );
  const isForbidden = model.era === "handshake" && notFound?.forbidden === true;
  const named = [
    ...JSON_RPC_CODES.filter((code) => !hasClass(code)),
    ...(notFound && !notFound.forbidden ? [RESOURCE_NOT_FOUND] : []),
  ];
  return and([
    atom("Number.isInteger(code)"),
    or([
      ...(model.errors.length > 0 ? [atom("errorClasses.has(code)")] : []),
      ...named.map((code) => equal("code", labelOf(code))),
      atom("code < -32768"),
      and([
        model.era === "handshake"
          ? compared("code", ">=", lowestLegacyCode(model))
          : atom("code > -32000"),
        ...(isForbidden
          ? [not(equal("code", labelOf(RESOURCE_NOT_FOUND)))]
          : []),
      ]),
    ]),
  ]);
}

/** The lowest of the codes that were, or are, left to implementations. */
export function lowestLegacyCode({ era }: ProtocolModel): number {
  return era === "stateless" ? -32019 : -32099;
}

/** Codes by the HTTP status that carries them; 200 is the answer for all others. */
export function codesByStatus(
  model: ProtocolModel,
  labelOf: (code: number) => string,
): readonly CodeGroup[] {
  const byStatus = new Map<number, Set<number>>();
  for (const { code, httpStatus } of model.errors) {
    if (httpStatus === undefined || httpStatus === 200) continue;
    const codes = byStatus.get(httpStatus) ?? new Set();
    byStatus.set(httpStatus, codes.add(code));
  }
  return [...byStatus].map(([status, codes]) => ({
    answer: String(status),
    cases: [...codes].map((code) => plainCase(labelOf(code))),
  }));
}

function plainCase(label: string): CodeCase {
  return { label, remark: "" };
}
