import { offlinePath } from '../../../contract/page-paths.ts';
import { assetsIn, isKeptPicture, leaving, mostAssets, mostPictures } from './rules.ts';

// Of addresses that stand for one content for ever, or of nobody's: nothing in these is private.
const names = { frame: 'frame', assets: 'assets', pictures: 'pictures' };

export async function keptFrame(): Promise<Response | undefined> {
	return (await caches.open(names.frame)).match(offlinePath, { ignoreVary: true });
}

/** Keeps the frame of all pages with the parts of the app it names; nothing where one of these does not come. */
export async function keepFrame(frame: Response): Promise<void> {
	await keepAssets(assetsIn(await frame.clone().text()));
	await (await caches.open(names.frame)).put(offlinePath, frame);
}

export async function keptAsset(request: Request): Promise<Response | undefined> {
	return (await caches.open(names.assets)).match(request, { ignoreVary: true });
}

export async function keepAsset(request: Request, answer: Response): Promise<void> {
	if (answer.status !== 200 || answer.type !== 'basic') return;
	await (await caches.open(names.assets)).put(request, answer);
	await bound(names.assets, mostAssets);
}

/** Fetches what is missing of these; what the page has loaded comes out of the browser's own cache. */
export async function keepAssets(paths: readonly string[]): Promise<void> {
	const assets = await caches.open(names.assets);
	const known = new Set((await assets.keys()).map(({ url }) => new URL(url).pathname));
	await assets.addAll(paths.filter((path) => !known.has(path)));
	await bound(names.assets, mostAssets);
}

export async function keptPicture(request: Request): Promise<Response | undefined> {
	return (await caches.open(names.pictures)).match(request, { ignoreVary: true });
}

export async function keepPicture(address: string, answer: Response): Promise<void> {
	if (!isKeptPicture(answer)) return;
	const pictures = await caches.open(names.pictures);
	if (await pictures.match(address)) return;
	await pictures.put(address, answer);
	await bound(names.pictures, mostPictures);
}

async function bound(name: string, most: number): Promise<void> {
	const cache = await caches.open(name);
	for (const request of leaving(await cache.keys(), most)) await cache.delete(request);
}
