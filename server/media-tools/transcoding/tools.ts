import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Confinement, listConfinements } from './confinement.ts';
import { runConfined } from './run-confined.ts';

export type VideoTools = {
	ffmpeg: string;
	ffprobe: string;
	confinement: Confinement;
	/** Folder in which each run gets its work folder. If it is on the same disk as inputs and outputs, no file has to be copied. */
	workFolder: string;
	/** Whether ffmpeg can map HDR to SDR (filters zscale and tonemap). */
	toneMapping: boolean;
};

export type FindToolsResult =
	| { found: true; tools: VideoTools }
	| { found: false; missing: string[]; sentence: string };

/** Finds ffmpeg, ffprobe and the strictest working sandbox. If a program is missing, `sentence` says which and how to install it. */
export async function findVideoTools({
	workFolder = tmpdir(),
	searchPath = process.env.PATH ?? '',
}: {
	workFolder?: string;
	searchPath?: string;
} = {}): Promise<FindToolsResult> {
	const [ffmpeg, ffprobe, unshare, setpriv, prlimit, nice] = await Promise.all(
		['ffmpeg', 'ffprobe', 'unshare', 'setpriv', 'prlimit', 'nice'].map((name) => findProgram(name, searchPath)),
	);
	if (!ffmpeg || !ffprobe) {
		return notFound([...(ffmpeg ? [] : ['ffmpeg']), ...(ffprobe ? [] : ['ffprobe'])]);
	}

	const confinementTools = {
		unshare: unshare ?? null,
		setpriv: setpriv ?? null,
		prlimit: prlimit ?? null,
		nice: nice ?? null,
	};
	for (const confinement of listConfinements(confinementTools, process.getuid?.() === 0)) {
		const [encoders, filters = ''] = await Promise.all(
			['-encoders', '-filters'].map((option) => listFeatures(confinement, ffmpeg, option)),
		);
		if (encoders === undefined) continue;
		if (!/\blibx264\b/.test(encoders)) return notFound(['ffmpeg with the encoder libx264']);
		const toneMapping = /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters);
		return { found: true, tools: { ffmpeg, ffprobe, confinement, workFolder, toneMapping } };
	}
	return notFound(['an ffmpeg that starts']);
}

function notFound(missing: string[]): FindToolsResult {
	const sentence = `Videos need ${missing.join(' and ')}, not found here; install with: apt-get install ffmpeg`;
	return { found: false, missing, sentence };
}

async function listFeatures(confinement: Confinement, ffmpeg: string, option: string): Promise<string | undefined> {
	try {
		const options = { folder: '/', seconds: 20, outputBytes: 1 };
		const { code, stdout } = await runConfined(confinement, ffmpeg, ['-hide_banner', option], options);
		return code === 0 ? stdout : undefined;
	} catch {
		return undefined;
	}
}

async function findProgram(name: string, searchPath: string): Promise<string | null> {
	for (const folder of searchPath.split(delimiter)) {
		// Skips a relative folder in PATH, because the child process would resolve it in another working directory.
		if (!folder.startsWith('/')) continue;
		const path = join(folder, name);
		try {
			await access(path, constants.X_OK);
			return path;
		} catch {
			// The program is not in this folder.
		}
	}
	return null;
}
