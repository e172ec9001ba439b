/** What the gateway says about itself to its page. */
export interface Facts {
  /** The addresses of the embedded emulator; null where the real API, or what stands for it, is upstream. */
  readonly emulator: Readonly<Record<Host, string>> | null;
  /** The address under which sign-ins take place. */
  readonly publicUrl: string;
  readonly limits: { readonly calls: number; readonly objects: number; readonly values: number };
  /** The endpoints that are not on the host of the ads API. */
  readonly elsewhere: Readonly<Record<string, Host>>;
}

export type Host = 'ads' | 'sandbox' | 'platform';

const root = document.querySelector<HTMLElement>('#root');

/** The facts that came with the page. */
export const facts = JSON.parse(root?.dataset['facts'] ?? '{}') as Facts;

/** What styles that editors add to the page must carry. */
export const styleNonce = document.querySelector('script')?.nonce ?? '';
