import { useEffect, useState } from 'react';
import { getPermission, type Permission, requestPermission } from './push.ts';

/** Whether this browser may show messages; null until it is known. `ask` is for a tap. */
export function usePermission(): { permission: Permission | null; request: () => Promise<Permission> } {
	const [permission, setKnown] = useState<Permission | null>(null);
	useEffect(() => {
		const refresh = () => setKnown(getPermission());
		refresh();
		// It may be changed in the browser's own settings meanwhile.
		document.addEventListener('visibilitychange', refresh);
		return () => document.removeEventListener('visibilitychange', refresh);
	}, []);
	async function request() {
		const answer = await requestPermission();
		setKnown(answer);
		return answer;
	}
	return { permission: permission, request };
}
