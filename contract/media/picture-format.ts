/** Bytes at the start of a file that tell its format. */
export const pictureHeadBytes = 64;

// ISO media brands. Animated AVIF is `avis`. An AVIF or HEIC may have a general brand, such as `mif1`, before its own.
const avifBrands = ['avif', 'avis'];
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];

/** Parts of the headers of JPEG, PNG, GIF and WebP, and the zeros of failed copies. */
const damagedHead = /^(\xff\xd8|\0+$|GIF8)|JFIF|Exif|PNG\r?\n|IHDR|WEBPVP8/;

/** Returns why the media host rejects a picture with these first `pictureHeadBytes` bytes, or null if it is JPEG, PNG, GIF, WebP or AVIF. */
export function getFormatRejection(head: Uint8Array): 'heic' | 'broken' | 'unsupported' | null {
	const start = String.fromCharCode(...head);
	if (/^(\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP)/s.test(start) || start.startsWith('\x89PNG\r\n\x1a\n')) return null;
	const brands = listBrands(start);
	if (brands.some((brand) => avifBrands.includes(brand))) return null;
	if (brands.some((brand) => heicBrands.includes(brand))) return 'heic';
	return damagedHead.test(start) ? 'broken' : 'unsupported';
}

/** Lists the brands of an ISO media file: the major one, and those behind its version. */
function listBrands(start: string): string[] {
	if (start.slice(4, 8) !== 'ftyp') return [];
	const size = (start.charCodeAt(2) << 8) | start.charCodeAt(3);
	return [start.slice(8, 12), ...(start.slice(16, size).match(/.{4}/gs) ?? [])];
}
