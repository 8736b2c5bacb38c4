import { brand } from '../../../contract/brand.ts';
import { sharedPath } from '../../../contract/page-paths.ts';
import { composerPaths } from '../../posts/addresses.ts';

const icon = (name: string, size: number, purpose = 'any') => ({
	src: `/${name}.png`,
	sizes: `${size}x${size}`,
	type: 'image/png',
	purpose,
});

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192', 192)] });

/** What a phone needs to know to install the market as an app. */
const manifest = {
	id: '/',
	name: brand.name,
	short_name: brand.name,
	description: `${brand.tagline}. Pictures, videos and prices from sellers all over Nigeria.`,
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
		shortcut('Post an ad', '/dashboard/market'),
		shortcut('Write a tweet', composerPaths.tweet),
		shortcut('Saved', '/wishlist'),
		shortcut('Search', '/search'),
	],
	share_target: {
		action: sharedPath,
		method: 'POST',
		enctype: 'multipart/form-data',
		params: {
			title: 'title',
			text: 'text',
			url: 'url',
			files: [{ name: 'files', accept: ['image/*', 'video/*'] }],
		},
	},
	screenshots: [
		{
			src: '/screenshot-phone.webp',
			sizes: '720x1480',
			type: 'image/webp',
			form_factor: 'narrow',
			label: 'The market on a phone',
		},
		{
			src: '/screenshot-desk.webp',
			sizes: '1280x800',
			type: 'image/webp',
			form_factor: 'wide',
			label: 'The market on a wide screen',
		},
	],
};

export function loader() {
	return new Response(JSON.stringify(manifest), {
		headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
	});
}
