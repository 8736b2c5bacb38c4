import { shareTargetPath } from '../../../contract/core/page-paths.ts';
import { brand, defaultBrand } from '../../../contract/market-settings/brand.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as manifestText from '../../../text/web/manifest.ts';
import { composerPaths } from '../../posts/paths.ts';

const icon = (name: string, size: number, purpose = 'any') => ({
	src: brand.logo?.replace('-512.', `-${size}.`) ?? `/${name}.png`,
	sizes: `${size}x${size}`,
	type: 'image/png',
	purpose,
});

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192', 192)] });

const isBuiltIn = () => brand.name === defaultBrand.name && !brand.logo && !brand.colours;

const buildManifest = () => ({
	id: '/',
	name: brand.name,
	short_name: brand.name,
	description: manifestText.summary(),
	lang: 'en',
	dir: 'ltr',
	start_url: '/',
	scope: '/',
	display: 'standalone',
	theme_color: '#faf8f4',
	background_color: '#faf8f4',
	categories: ['shopping', 'business', 'education'],
	icons: [icon('icon-192', 192), icon('icon-512', 512), icon('icon-maskable-512', 512, 'maskable')],
	shortcuts: [
		shortcut(commonText.postAd, '/dashboard/market'),
		shortcut(manifestText.writeTweet, composerPaths.tweet),
		shortcut(commonText.saved, '/wishlist'),
		shortcut(commonText.search, '/search'),
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
	screenshots: !isBuiltIn()
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

export function loader() {
	return new Response(JSON.stringify(buildManifest()), {
		headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
	});
}
