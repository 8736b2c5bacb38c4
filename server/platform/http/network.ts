import { isIPv6 } from 'node:net';

/**
 * What counts as one caller: an IPv4 address, or the /64 that an IPv6 customer is given whole. Those whose connection is gone already
 * have no address any more, and are one caller together.
 */
export function toNetwork(ip: string | undefined): string {
	return toPrefix(ip, 64);
}

/** The same, with the /56 that many IPv6 customers are given: 256 networks of one hand. */
export function toWideNetwork(ip: string | undefined): string {
	return toPrefix(ip, 56);
}

function toPrefix(ip: string | undefined, bits: 56 | 64): string {
	if (ip === undefined) return 'gone';
	if (!ip.includes(':') || !isIPv6(ip)) return ip;
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
	if (mapped?.[1]) return mapped[1];
	const [head = '', tail] = ip.split('::');
	const left = head.split(':').filter(Boolean);
	const right = tail?.split(':').filter(Boolean) ?? [];
	const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
	const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
		.slice(0, 4)
		.map((group) => Number.parseInt(group, 16));
	if (bits === 56) groups[3] = (groups[3] ?? 0) & 0xff00;
	return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
