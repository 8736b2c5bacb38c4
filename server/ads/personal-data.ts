import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { AdService } from './ads.ts';
import { toDeliveryOptions } from './delivery.ts';
import { getAdState } from './present.ts';

export function createAdPersonalData(ads: AdService): PersonalDataHandler {
	return {
		section: 'ads',
		processing: {
			...processingText.ads,
			people: ['sellers'],
			basis: 'contract',
			recipients: ['public', 'hosting', 'webhooks'],
		},
		export: async (db, accountId) => {
			const own = await ads.listByOwner(db, accountId);
			const products = await ads.listProductIds(db, accountId);
			return own.map((ad) => ({
				id: ad.id,
				format: ad.format,
				state: getAdState(ad),
				category: ad.category,
				title: ad.title,
				description: ad.description,
				price_kobo: ad.price_kobo,
				negotiable: ad.negotiable === 1,
				condition: ad.condition,
				delivery: toDeliveryOptions(ad.delivery),
				location: ad.state === null ? null : { state: ad.state, lga: ad.lga },
				place: ad.place,
				whatsapp: ad.whatsapp,
				call_number: ad.call_number,
				...(products.has(ad.id) && { products: products.get(ad.id) }),
				likes: ad.likes,
				comments: ad.comments,
				views: ad.views,
				created_at: toIsoTime(ad.created_at),
				updated_at: toIsoTime(ad.updated_at),
				renewed_at: toIsoTime(ad.renewed_at),
			}));
		},
		erase: ads.eraseByOwner,
	};
}
