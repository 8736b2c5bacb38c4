import * as safetyText from '../../text/shared/safety.ts';
import type { Category } from '../market-settings/categories.ts';

type TipGroup = keyof typeof safetyText.tips;

const groups: Record<Category, TipGroup> = {
	Entertainment: 'services',
	'Shortlets & Rentals': 'property',
	'Residential and Commercial, CNG': 'gas',
	'Laptops & Accessories': 'devices',
	'Real Estate': 'property',
	'Phones & Tablets': 'devices',
	'MUMAG CNG Storage System': 'gas',
	'Fragrances & Perfumes': 'beauty',
	'Skincare & Beauty': 'beauty',
	'Groceries & Essentials': 'food',
	'Home Décor': 'home',
	'Furniture & Home Items': 'home',
	"Women's Swimwear": 'fashion',
	'Kids & Baby Clothing': 'fashion',
	"Women's Lingerie": 'fashion',
	"Women's Dresses": 'fashion',
	"Women's Shoes": 'fashion',
	'Pet Supplies': 'pets',
	"Men's Wear": 'fashion',
	"Men's Shoes": 'fashion',
	"Men's Watches": 'valuables',
	"Women's Watches": 'valuables',
	"Women's Bags": 'valuables',
	'Jewelry & Accessories': 'valuables',
	'Vehicle Upgrades': 'vehicles',
	'Automotive & Vehicles': 'vehicles',
	Motorcycles: 'vehicles',
	'Apartments for Rent': 'property',
	'Fashion & Apparel': 'fashion',
	Sportswear: 'fashion',
	'Luxury Apartments': 'property',
};

/** Lists the safety tips for a category; none for an unknown one. */
export function listSafetyTips(category: string): readonly string[] {
	return Object.hasOwn(groups, category) ? safetyText.tips[groups[category as Category]] : [];
}
