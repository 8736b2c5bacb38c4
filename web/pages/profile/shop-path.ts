import { sellerShopPath } from '../../../contract/core/page-paths.ts';
import { toSearchString } from '../../data/url-params.ts';
import type { ShopFilter } from '../../feed/shop-queries.ts';

export function shopPath(userName: string, { q = '', category }: Partial<ShopFilter> = {}): string {
	return sellerShopPath(userName) + toSearchString({ ...(q && { q }), ...(category && { category }) });
}
