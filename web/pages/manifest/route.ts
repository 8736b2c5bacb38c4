import { shareTargetPath } from '../../../contract/core/page-paths.ts';
import { type Brand, defaultBrand } from '../../../contract/market-settings/brand.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as manifestText from '../../../text/web/manifest.ts';
import { brandRouterContext } from '../../platform/brand.ts';
import { composerPaths } from '../../posts/paths.ts';
import type { Route } from './+types/route.ts';

const icon = ({ logo }: Brand, name: string, size: number, purpose = 'any') => ({
	src: logo?.replace('-512.', `-${size}.`) ?? `/${name}.png`,
	sizes: `${size}x${size}`,
	type: 'image/png',
	purpose,
});

const shortcut = (brand: Brand, name: string, url: string) => ({ name, url, icons: [icon(brand, 'icon-192', 192)] });

const isBuiltIn = ({ name, logo, colours }: Brand) => name === defaultBrand.name && !logo && !colours;

const buildManifest = (brand: Brand) => ({
	id: '/',
	name: brand.name,
	short_name: brand.name,
	description: manifestText.summary(brand.tagline),
	lang: 'en',
	dir: 'ltr',
	start_url: '/',
	scope: '/',
	display: 'standalone',
	theme_color: '#faf8f4',
	background_color: '#faf8f4',
	categories: ['shopping', 'business', 'education'],
	icons: [
		icon(brand, 'icon-192', 192),
		icon(brand, 'icon-512', 512),
		icon(brand, 'icon-maskable-512', 512, 'maskable'),
	],
	shortcuts: [
		shortcut(brand, commonText.postAd, '/dashboard/market'),
		shortcut(brand, manifestText.writeTweet, composerPaths.tweet),
		shortcut(brand, commonText.saved, '/wishlist'),
		shortcut(brand, commonText.search, '/search'),
	],
	share_target: {
		action: shareTargetPath,
		method: 'POST',
		enctype: 'multipart/form-data',
		params: {
			title: 'title',
			text: 'text',
			url: 'url',
			files: [{ name: 'files', accept: ['image/*', 'video/*'] }],
		},
	},
	// The screenshots show the built-in name, colour and logo.
	screenshots: !isBuiltIn(brand)
		? []
		: [
				{
					src: '/screenshot-phone.webp',
					sizes: '720x1480',
					type: 'image/webp',
					form_factor: 'narrow',
					label: manifestText.phoneScreenshot,
				},
				{
					src: '/screenshot-desk.webp',
					sizes: '1280x800',
					type: 'image/webp',
					form_factor: 'wide',
					label: manifestText.wideScreenshot,
				},
			],
});

export function loader({ context }: Route.LoaderArgs) {
	return new Response(JSON.stringify(buildManifest(context.get(brandRouterContext))), {
		headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
	});
}
