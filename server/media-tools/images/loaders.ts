import sharp from 'sharp';

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}`);

let isRestricted = false;

/** Restricts libvips to the supported formats, once per process, because a later restriction would break pictures in progress. */
export function restrictImageFormats(): void {
	if (isRestricted) return;
	isRestricted = true;
	sharp.block({ operation: ['VipsForeignLoad'] });
	sharp.unblock({ operation: loaders });
	sharp.cache(false);
	sharp.concurrency(1);
}
