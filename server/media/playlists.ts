import type { Segment } from '../../contract/media/segment-index.ts';

/** A fragmented file and what a player must know to choose it. */
export interface PlaylistVariant {
	/** Name of the fragmented file. */
	name: string;
	width: number;
	height: number;
	codecs: string;
	segments: readonly Segment[];
}

/** Name of the playlist that lists the playlists of all renditions. */
export const masterPlaylistName = 'master.m3u8';
/** The same of a video whose first copies were replaced. */
export const replacedMasterName = 'master-2.m3u8';

export function toPlaylistName(fragmentedName: string): string {
	return fragmentedName.replace(/\.mp4$/, '.m3u8');
}

/** Builds the HLS playlist of a fragmented file (RFC 8216): byte ranges of the one file. */
export function buildMediaPlaylist({ name, segments }: PlaylistVariant): string {
	const longest = Math.max(...segments.map(({ duration }) => duration));
	return toLines([
		'#EXTM3U',
		'#EXT-X-VERSION:7',
		'#EXT-X-PLAYLIST-TYPE:VOD',
		`#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
		`#EXT-X-MAP:URI="${name}",BYTERANGE="${segments[0]?.offset ?? 0}@0"`,
		...segments.flatMap(({ duration, offset, bytes }) => [
			`#EXTINF:${duration.toFixed(3)},`,
			`#EXT-X-BYTERANGE:${bytes}@${offset}`,
			name,
		]),
		'#EXT-X-ENDLIST',
	]);
}

/** Builds the HLS playlist from which a player chooses a rendition by its bit rate. */
export function buildMasterPlaylist(variants: readonly PlaylistVariant[]): string {
	return toLines([
		'#EXTM3U',
		'#EXT-X-VERSION:7',
		...variants.flatMap(({ name, width, height, codecs, segments }) => [
			`#EXT-X-STREAM-INF:BANDWIDTH=${getPeakBitRate(segments)},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
			toPlaylistName(name),
		]),
	]);
}

/** Returns the bits per second of the segment with the most. */
function getPeakBitRate(segments: readonly Segment[]): number {
	return Math.ceil(Math.max(...segments.map(({ bytes, duration }) => (8 * bytes) / duration)));
}

function toLines(lines: readonly string[]): string {
	return `${lines.join('\n')}\n`;
}
