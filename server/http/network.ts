import { isIPv6 } from 'node:net';

/** Returns the rate-limit key of an IP address: the IPv4 address, or the /64 network of IPv6. Unknown addresses share one key. */
export function toNetworkPrefix(ip: string | undefined): string {
	return toPrefix(ip, 64);
}

/** Returns the rate-limit key of an IP address like `toNetworkPrefix`, but with the /56 network that many IPv6 customers have. */
export function toWideNetworkPrefix(ip: string | undefined): string {
	return toPrefix(ip, 56);
}

/** Returns the network around a wide network prefix: the /24 of an IPv4 address, and the /56 itself. */
export function toNetworkRange(wideNetwork: string): string {
	return wideNetwork.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
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
