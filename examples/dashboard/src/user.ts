import { createContext } from 'react';

/** The id of the user that this page is for. */
export const UserId = createContext('');
