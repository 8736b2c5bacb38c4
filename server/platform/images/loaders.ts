import sharp from 'sharp';

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}`);

let isRestricted = false;

/** Process-wide settings of libvips: nothing else of the many formats it reads can be reached. Once, for a picture read meanwhile would fail. */
export function restrictLoaders(): void {
	if (isRestricted) return;
	isRestricted = true;
	sharp.block({ operation: ['VipsForeignLoad'] });
	sharp.unblock({ operation: loaders });
	sharp.cache(false);
	sharp.concurrency(1);
}
