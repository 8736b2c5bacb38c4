import { createContext } from 'react-router';
import type { Client } from '../../contract/client.ts';

/** The API client for loaders: in-process on the server, over `fetch` in the browser. */
export const apiContext = createContext<Client>();
