import { useEffect, useState } from 'react';
import { askPermission, type Permission, permission } from './push.ts';

/** Whether this browser may show messages; null until it is known. `ask` is for a tap. */
export function usePermission(): { permission: Permission | null; ask: () => Promise<Permission> } {
	const [known, setKnown] = useState<Permission | null>(null);
	useEffect(() => {
		const look = () => setKnown(permission());
		look();
		// It may be changed in the browser's own settings meanwhile.
		document.addEventListener('visibilitychange', look);
		return () => document.removeEventListener('visibilitychange', look);
	}, []);
	async function ask() {
		const answer = await askPermission();
		setKnown(answer);
		return answer;
	}
	return { permission: known, ask };
}
