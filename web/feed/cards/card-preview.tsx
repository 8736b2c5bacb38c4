import type { Session } from '../../../contract/accounts/accounts.ts';
import { conditions } from '../../../contract/ads/ad-options.ts';
import type { AdCard as AdCardData } from '../../../contract/ads/ads.ts';
import { parsePrice } from '../../../contract/ads/read-price.ts';
import * as limits from '../../../contract/core/limits.ts';
import { formatNaira } from '../../../contract/core/money.ts';
import * as postAdText from '../../../text/web/post-ad.ts';
import { type AdFields, hidesPhoneBadge, readDelivery, toLocation } from '../../ads/ad-form.ts';
import { AdCard } from './ad-card.tsx';

interface CardPreviewProps {
	session: Session;
	/** Fields of the form. Without a title, the card shows the first line of a video's description. */
	fields: AdFields;
	media: Pick<AdCardData, 'format' | 'cover' | 'pictures' | 'video'>;
}

/** Card of the ad that is being written. */
export function CardPreview({ session, fields, media }: CardPreviewProps) {
	const kobo = parsePrice(fields.price);
	const [firstLine = ''] = media.format === 'video' ? fields.description.trim().split('\n') : [];
	const hidesBadge = [fields.whatsapp, fields.call_number].some((number) => hidesPhoneBadge(session, number));
	const verified = session.verified.filter((kind) => kind !== 'phone' || !hidesBadge);
	const card: AdCardData = {
		id: 0,
		...media,
		state: 'ready',
		title: fields.title.trim() || firstLine || postAdText.previewTitle,
		category: fields.category,
		price_kobo: kobo,
		price: kobo !== null && kobo >= limits.priceKobo.min ? formatNaira(kobo) : null,
		negotiable: fields.negotiable !== '',
		condition: conditions.find((condition) => condition === fields.condition) ?? null,
		delivery: readDelivery(fields.delivery),
		location: toLocation(fields),
		place: fields.place.trim() || null,
		seller: { ...session, verified },
		created_at: new Date().toISOString(),
		likes: 0,
		comments: 0,
		views: 0,
	};
	return (
		<section aria-labelledby="preview" className="wide:sticky wide:top-8 wide:self-start">
			<h2 id="preview" className="mb-3 text-18">
				{postAdText.preview}
			</h2>
			<div inert className="w-full max-w-64">
				<AdCard ad={card} sizes="256px" />
			</div>
		</section>
	);
}
