import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '../platform/transcoding/index.ts';

/** `no`: it works; `full`: the disk has no room; `broken`: no video can be encoded; `endless`: encoding does not end. */
export type Hindrance = 'no' | 'full' | 'broken' | 'endless';

export interface HinderedFfmpeg {
	/** The search path for programs that finds it first. */
	searchPath: string;
	hinder(how: Hindrance): Promise<void>;
	remove(): Promise<void>;
}

/** The machine's ffmpeg behind a script that can keep it from its work. */
export async function makeHinderedFfmpeg(): Promise<HinderedFfmpeg> {
	const found = await findTools();
	if (!found.found) throw new Error(found.sentence);
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-ffmpeg-'));
	const how = join(folder, 'how');
	const script = `#!/bin/sh
case "$(cat '${how}') $*" in
	'full '*-i*) echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1;;
	'broken '*libx264*) echo 'Error while encoding' >&2; exit 1;;
	'endless '*libx264*) exec sleep 1000;;
esac
exec '${found.tools.ffmpeg}' "$@"
`;
	const hinder = (hindrance: Hindrance) => writeFile(how, hindrance, { mode: 0o644 });
	await hinder('no');
	await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o755 });
	// The video tools run as another user.
	await chmod(folder, 0o755);
	return {
		searchPath: `${folder}:${process.env.PATH}`,
		hinder,
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
