import type { AdFormat, Condition, DeliveryOption } from '../../../contract/ads/ad-options.ts';
import type { State } from '../../../contract/location/states.ts';
import type { Category } from '../../../contract/market-settings/categories.ts';
import type { SampleSellerName } from '../sellers.ts';

export interface SampleAd {
	/** Unique name of the ad in the sample content. The names of its pictures and of its film start with it. */
	slug: string;
	seller: SampleSellerName;
	format: AdFormat;
	title: string;
	category: Category;
	/** Price in whole naira; null for 'contact the seller'. */
	price_naira: number | null;
	negotiable?: true;
	/** Condition of the item; omitted for property and services. */
	condition?: Condition;
	/** Delivery options of the item; omitted for property. */
	delivery?: DeliveryOption[];
	location: { state: State; lga: string };
	/** Spot within the location. */
	place: string;
	description: string;
	/** Number of pictures; 0 for a video ad, which has one film. */
	pictures: number;
	/** Slugs of the seller's ads that are the products of a video. */
	products?: string[];
	/** Age of the ad in hours when the sample content is added. */
	hours_ago: number;
	/** Hours since the ad was sold; omitted for an ad for sale. */
	sold_hours_ago?: number;
	/** Popularity of the ad relative to the other ads, 0 to 100. */
	popularity: number;
}
