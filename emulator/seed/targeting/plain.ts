import { optionsIn } from './option.ts';
import { tableOf } from './table.ts';

// Lists whose rows are in a table as they are.
export const appStoreCategories = optionsIn('APP_STORE_CATEGORY', 'app-store-categories');
export const conversations = optionsIn('CONVERSATION', 'conversations');
export const devices = optionsIn('DEVICE', 'devices');
export const interests = optionsIn('INTEREST', 'interests');
export const languages = optionsIn('LANGUAGE', 'languages');
export const networkOperators = optionsIn('NETWORK_OPERATOR', 'network-operators');
export const platforms = optionsIn('PLATFORM', 'platforms');
export const platformVersions = optionsIn('PLATFORM_VERSION', 'platform-versions');

const platformNames = new Map(
  tableOf('platform-names').map(({ language, value, name }) => [`${language} ${value}`, name]),
);

/** The name of a platform in a language other than English; undefined if it is not known. */
export const platformNameIn = (language: string, value: string): string | undefined =>
  platformNames.get(`${language} ${value}`);
