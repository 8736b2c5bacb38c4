import type { AdCard } from '../../contract/ads.ts';
import { slugOf } from '../../contract/slug.ts';

/** Path of an ad's own page; the id decides, the title is there to be read. */
export function adAddress({ id, format, title }: Pick<AdCard, 'id' | 'format' | 'title'>): string {
	return `/${format === 'video' ? 'sellervideos' : 'feed'}/${id}/${slugOf(title)}`;
}
