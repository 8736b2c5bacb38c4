import { createContext } from 'react';
import { createContext as createRouterContext } from 'react-router';

/**
 * CSP nonce of the page's scripts during server rendering. Undefined in browsers, because the host removes it from
 * the page.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/** Passes the host's nonce to the server renderer, which provides it as `NonceContext`. */
export const nonceContext = createRouterContext<string>();
