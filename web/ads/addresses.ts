import type { AdCard } from '../../contract/ads.ts';
import { slugOf } from '../../contract/slug.ts';

/** Path of an ad's own page. The id decides; the rest is for people to read. */
export function adPath({ id, format, title }: Pick<AdCard, 'id' | 'format' | 'title'>): string {
	return `/${format === 'video' ? 'sellervideos' : 'feed'}/${id}/${slugOf(title)}`;
}
