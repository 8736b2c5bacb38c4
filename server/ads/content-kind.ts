import { adPath } from '../../contract/core/page-paths.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import type { Content, ContentAdapter } from '../content/index.ts';
import type { TargetAd } from './ads.ts';
import { adCacheTag, adListsCacheTag } from './cache-tags.ts';
import { adIndex, indexAd } from './search.ts';
import type { AdRow } from './tables.ts';

export type AdContent = Content<AdRow, TargetAd>;

/** How ads differ from posts. */
export const adKind: ContentAdapter<AdRow, TargetAd> = {
	target: 'ads',
	ownerId: (ad) => ad.seller_id,
	isDeleted: () => false,
	tag: adCacheTag,
	listsTag: adListsCacheTag,
	index: indexAd,
	unindex: adIndex.remove,
	title: (ad) => ad.title,
	text: (ad) => ad.description,
	path: adPath,
	numbers: ({ whatsapp, call_number }) => ({ whatsapp, call_number }),
	toTarget: (ad) => ({
		id: ad.id,
		ownerId: ad.seller_id,
		format: ad.format,
		title: ad.title,
		category: ad.category,
		path: adPath(ad),
	}),
	notFoundText: contentApiText.adGone,
	notOwnerText: contentApiText.adOfAnother,
};
