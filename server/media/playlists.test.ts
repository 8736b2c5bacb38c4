import { expect, test } from 'vitest';
import { buildMasterPlaylist, buildMediaPlaylist, type PlaylistVariant, toPlaylistName } from './playlists.ts';

const variant: PlaylistVariant = {
	name: '240-fragmented.mp4',
	width: 240,
	height: 426,
	codecs: 'avc1.640015,mp4a.40.2',
	segments: [
		{ start: 0, duration: 2, offset: 900, bytes: 50_000, startsWithKeyFrame: true },
		{ start: 2, duration: 2.04, offset: 50_900, bytes: 60_000, startsWithKeyFrame: true },
		{ start: 4.04, duration: 0.5, offset: 110_900, bytes: 5000, startsWithKeyFrame: false },
	],
};

test('the playlist of a rendition lists the byte ranges of its file', () => {
	expect(buildMediaPlaylist(variant).split('\n')).toEqual([
		'#EXTM3U',
		'#EXT-X-VERSION:7',
		'#EXT-X-PLAYLIST-TYPE:VOD',
		'#EXT-X-TARGETDURATION:3',
		'#EXT-X-MAP:URI="240-fragmented.mp4",BYTERANGE="900@0"',
		'#EXTINF:2.000,',
		'#EXT-X-BYTERANGE:50000@900',
		'240-fragmented.mp4',
		'#EXTINF:2.040,',
		'#EXT-X-BYTERANGE:60000@50900',
		'240-fragmented.mp4',
		'#EXTINF:0.500,',
		'#EXT-X-BYTERANGE:5000@110900',
		'240-fragmented.mp4',
		'#EXT-X-ENDLIST',
		'',
	]);
});

test('the master playlist gives the highest bit rate of each rendition', () => {
	const large = { ...variant, name: '720-fragmented.mp4', width: 720, height: 1280, codecs: 'avc1.64001f' };
	expect(buildMasterPlaylist([variant, large]).split('\n')).toEqual([
		'#EXTM3U',
		'#EXT-X-VERSION:7',
		'#EXT-X-STREAM-INF:BANDWIDTH=235295,RESOLUTION=240x426,CODECS="avc1.640015,mp4a.40.2"',
		'240-fragmented.m3u8',
		'#EXT-X-STREAM-INF:BANDWIDTH=235295,RESOLUTION=720x1280,CODECS="avc1.64001f"',
		'720-fragmented.m3u8',
		'',
	]);
	expect(toPlaylistName('720-fragmented.mp4')).toBe('720-fragmented.m3u8');
});
