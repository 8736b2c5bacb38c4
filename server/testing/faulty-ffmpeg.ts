import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVideoTools } from '../media-tools/transcoding/index.ts';

/** Fault of ffmpeg. `no`: ffmpeg works. `full`: the disk is full. `broken`: encoding and fragmenting fail. `endless`: encoding never ends. */
export type FfmpegFault = 'no' | 'full' | 'broken' | 'endless';

export interface FaultyFfmpeg {
	/** Value of PATH that finds the faulty ffmpeg first. */
	searchPath: string;
	setFault(how: FfmpegFault): Promise<void>;
	remove(): Promise<void>;
}

/** Wraps the machine's ffmpeg in a script that can simulate faults. */
export async function makeFaultyFfmpeg(): Promise<FaultyFfmpeg> {
	const found = await findVideoTools();
	if (!found.found) throw new Error(found.sentence);
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-ffmpeg-'));
	const faultFile = join(folder, 'how');
	const script = `#!/bin/sh
case "$(cat '${faultFile}') $*" in
	'full '*-i*) echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1;;
	'broken '*libx264* | 'broken '*cmaf*) echo 'Error while encoding' >&2; exit 1;;
	'endless '*libx264*) exec sleep 1000;;
esac
exec '${found.tools.ffmpeg}' "$@"
`;
	const setFault = (fault: FfmpegFault) => writeFile(faultFile, fault, { mode: 0o644 });
	await setFault('no');
	await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o755 });
	// The server runs ffmpeg as another user, who must be able to read the folder.
	await chmod(folder, 0o755);
	return {
		searchPath: `${folder}:${process.env.PATH}`,
		setFault,
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
