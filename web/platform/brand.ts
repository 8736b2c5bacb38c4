import { createContext, useContext } from 'react';
import { createContext as createRouterContext } from 'react-router';
import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';

/** The market as the document shows it. A document keeps its values until it is loaded again. */
export const BrandContext = createContext<Brand>(defaultBrand);

export function useBrand(): Brand {
	return useContext(BrandContext);
}

/** Context key by which the host passes the market to the loaders of a server rendering. */
export const brandRouterContext = createRouterContext<Brand>();
