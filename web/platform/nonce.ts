import { createContext } from 'react';
import { createContext as createRouterContext } from 'react-router';

/**
 * Marks the scripts of a page's own renderer, on the server. The host allows only scripts with the mark, and removes it from the page, so in
 * browsers there is none.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/** The host's nonce on its way to `NonceContext`. */
export const nonceContext = createRouterContext<string>();
