import { offlinePath } from '../../../contract/page-paths.ts';
import { keptAnswers } from '../../platform/kept-answers.ts';
import { forgetFiles } from '../../platform/stored-files.ts';
import { keepAssets, keepFrame, keepPicture, keptFrame, keptPicture } from '../../platform/worker/kept-copies.ts';
import { assetsIn, leaving } from '../../platform/worker/rules.ts';
import { placesOf } from './places.ts';

/** Answers that are kept, and for how long, milliseconds. */
const most = 200;
const life = 30 * 86_400_000;

interface BuiltManifest {
	url: string;
	routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>;
}

/** How this page was built; null while it is developed. */
function ownManifest(): BuiltManifest | null {
	const manifest = (window as { __reactRouterManifest?: BuiltManifest }).__reactRouterManifest;
	return manifest?.url.startsWith('/assets/') ? manifest : null;
}

/** Keeps on the device what this page has loaded before the worker stood beside it. */
export async function keepWhatIsHere(): Promise<void> {
	const manifest = ownManifest();
	if (!manifest) return;
	const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
	const own = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
	await keepAssets([...new Set(own.map(({ pathname }) => pathname))]);
	const frame = await keptFrame();
	if (!frame || !(await frame.text()).includes(manifest.url)) await isNewer();

	for (const { currentSrc, complete } of document.images) {
		if (!complete || !currentSrc.startsWith(`${location.origin}/media/`)) continue;
		if (!(await keptPicture(new Request(currentSrc)))) await keepPicture(currentSrc, await fetch(currentSrc));
	}
}

/** Keeps the code of the pages that can be shown of what is kept, which a new version brings anew, and lets go of what is old. */
export async function keepWhatItTakes(account: number | null): Promise<void> {
	const now = Date.now();
	const answers = await keptAnswers(account);
	const oldestFirst = [...answers].sort(([, a], [, b]) => a.at - b.at);
	const old = oldestFirst.filter(([, { at }]) => now - at > life);
	for (const [name] of new Set([...old, ...leaving(oldestFirst, most)])) await forgetFiles(name);

	// Told apart by what the error page shows.
	await import('./kept-places.tsx');
	const routes = placesOf(answers.values()).map(({ route }) => route);
	if (routes.includes('pages/lesson/page')) await import('../../courses/markdown.tsx');
	const manifest = ownManifest();
	const files = ['pages/layout', ...routes].flatMap((id) => {
		const route = manifest?.routes[id];
		return route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : [];
	});
	await keepAssets([...new Set(files)]);
}

/** Whether the server has another version than this page; the frame of all pages is then kept as that one has it. */
export async function isNewer(): Promise<boolean> {
	const manifest = ownManifest();
	if (!manifest) return false;
	const answer = await fetch(offlinePath, { cache: 'no-cache' });
	if (!answer.ok) return false;
	const named = assetsIn(await answer.clone().text());
	// Where it does not come in full, the one before stays.
	await keepFrame(answer).catch(() => {});
	return !named.includes(manifest.url);
}
