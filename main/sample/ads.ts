import { electronicsAndLeisureAds } from './ads/electronics-and-leisure.ts';
import { fashionAds } from './ads/fashion.ts';
import { foodAndBeautyAds } from './ads/food-and-beauty.ts';
import { homeAds } from './ads/homes.ts';
import type { SampleAd } from './ads/sample-ad.ts';
import { shoesAndAccessoriesAds } from './ads/shoes-and-accessories.ts';
import { vehicleAndEnergyAds } from './ads/vehicles-and-energy.ts';

export type { SampleAd };

/** The ads of the sample content. All offers are fictional. */
export const sampleAds: readonly SampleAd[] = [
	...foodAndBeautyAds,
	...electronicsAndLeisureAds,
	...fashionAds,
	...shoesAndAccessoriesAds,
	...vehicleAndEnergyAds,
	...homeAds,
];
