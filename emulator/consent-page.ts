import { escaped, htmlPage, pagePolicy } from '../src/shared/sign-in/html.ts';
import type { IssuedToken, Tokens } from './tokens.ts';

/** An HTML page or a redirect. */
export interface ConsentPage {
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The cookie that holds the id of the user who last allowed access in this browser. */
export const userCookie = 'emulator_user';

/** The user id in a Cookie header; empty if there is none. */
export const userIn = (cookie: string): string =>
  new RegExp(`(?:^|;\\s*)${userCookie}=(\\d+)`).exec(cookie)?.[1] ?? '';

/** The page on which a user of the emulator allows or denies access. */
export const consentPage = (
  tokens: Tokens,
  { token }: IssuedToken,
  chosen: { readonly screenName: string; readonly userId: string },
): ConsentPage => {
  const name = chosen.screenName.replace(/^@/, '').toLowerCase();
  const users = tokens.users();
  const first =
    users.find(({ screenName }) => screenName.toLowerCase() === name) ??
    users.find(({ userId }) => userId === chosen.userId) ??
    users[0];
  const choices = users
    .map(
      ({ userId, screenName }) =>
        `<label><input type="radio" name="user_id" value="${userId}"${userId === first?.userId ? ' checked' : ''}> @${escaped(screenName)}</label>`,
    )
    .join('\n');
  return page(
    200,
    'Allow access?',
    `<p>An application asks to act for one of the users of this emulator. <b>All of them are invented</b>, and none has a password.</p>
<form method="post" action="/__emulator/consent">
<input type="hidden" name="oauth_token" value="${escaped(token)}">
<fieldset aria-label="Users">
${choices}
</fieldset>
<p><button class="first" name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form>
<p><small>With the real API, X shows its own page here.</small></p>`,
  );
};

/** The page that shows a PIN to copy into the application. */
export const pinPage = (pin: string): ConsentPage =>
  page(
    200,
    'Your PIN',
    `<p>Enter this number in the application:</p>\n<p><code id="pin">${pin}</code></p>`,
  );

/** The page of a denied sign-in. */
export const closedPage = (status: number, text: string): ConsentPage =>
  page(status, 'No access', `<p>${escaped(text)}</p>`);

export const redirect = (location: string): ConsentPage => ({
  status: 302,
  html: '',
  headers: { location },
});

/** The callback address with these query parameters added. */
export const callbackWith = (
  { callback }: IssuedToken,
  values: Readonly<Record<string, string>>,
): string => {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
};

const page = (status: number, title: string, content: string): ConsentPage => ({
  status,
  headers: {
    'content-security-policy': pagePolicy,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  },
  html: htmlPage(title, content),
});
