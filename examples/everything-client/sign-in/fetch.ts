/**
 * Signing in: a `fetch` that comes with a token, and gets one when it is refused.
 *
 * OAuth is not part of the protocol's schema and so not of the generated code. The
 * transport takes any `fetch`; this one leaves discovery, registration, PKCE and the
 * exchange to `auth` of the official SDK. Where no user has to be shown a page, the
 * SDK's own wrapper will do: `withOAuth(provider)(fetch)`.
 */
import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
} from "@modelcontextprotocol/client";
import type { Fetch } from "#mcp";
import type { Account } from "./account.js";

/** How often one request may lead to the sign-in page: once to get in, once for more scope. */
const maxVisits = 2;

/**
 * Wraps `fetch` for requests to one MCP server.
 *
 * @param account - Holds the tokens, and shows the page to the user.
 * @param serverUrl - The MCP server, which tokens are meant for.
 */
export function signedIn(account: Account, serverUrl: URL): Fetch {
  const visit = async (response: Response): Promise<void> => {
    const challenge = extractWWWAuthenticateParams(response);
    const granted = account.tokens()?.scope;
    // Refused for want of scope: ask for it on top of what was asked for before.
    const scope =
      response.status === 403
        ? computeScopeUnion(account.requestedScope, granted, challenge.scope)
        : challenge.scope;
    const options = {
      serverUrl,
      ...(challenge.resourceMetadataUrl && {
        resourceMetadataUrl: challenge.resourceMetadataUrl,
      }),
      ...(scope !== undefined && { scope }),
    };
    // The server may have moved to another authorization server since.
    account.invalidateCredentials("discovery");
    const done = await auth(account, {
      ...options,
      // A token that is refreshed has the scope it had.
      forceReauthorization:
        response.status === 403 && isStrictScopeSuperset(scope, granted),
    });
    if (done === "AUTHORIZED") return;
    await redeem(account, options);
  };

  let visiting: Promise<void> | undefined;
  return async (url, init) => {
    for (let visits = 0; ; visits++) {
      const token = account.tokens()?.access_token;
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
      const response = await fetch(url, { ...init, headers });
      if (!isRefusal(response) || visits === maxVisits) return response;
      await response.body?.cancel();
      // Of several requests that are refused at a time, the first one signs in for all.
      if (token === account.tokens()?.access_token) {
        visiting ??= visit(response).finally(() => (visiting = undefined));
        await visiting;
      }
    }
  };
}

/** Exchanges the code that the visit to the authorization server has brought. */
async function redeem(
  account: Account,
  options: Omit<Parameters<typeof auth>[1], "authorizationCode" | "iss">,
): Promise<void> {
  const outcome = account.outcome;
  account.outcome = undefined;
  const code = outcome?.get("code");
  if (code === null || code === undefined) {
    throw new Error(`Not signed in: ${outcome?.get("error") ?? "no code"}`);
  }
  const iss = outcome?.get("iss");
  // Who issued the code is compared with whom it was asked of before it is redeemed.
  await auth(account, {
    ...options,
    authorizationCode: code,
    ...(typeof iss === "string" && { iss }),
  });
}

/** Whether a token, or a better one, would help. */
function isRefusal(response: Response): boolean {
  return (
    response.status === 401 ||
    (response.status === 403 &&
      extractWWWAuthenticateParams(response).error === "insufficient_scope")
  );
}
