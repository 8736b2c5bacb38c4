export { adPath, shortAdPath } from '../../contract/core/page-paths.ts';

/** Returns the path of the video feed, which begins with the video ad `from` if it is given. */
export function videosPath(from?: number): string {
	return from === undefined ? '/videos' : `/videos?from=${from}`;
}
