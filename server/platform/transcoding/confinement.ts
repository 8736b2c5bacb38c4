/** The programs of util-linux that confine, by path; `null` where the machine has none. */
export type ConfinementTools = {
	unshare: string | null;
	setpriv: string | null;
	prlimit: string | null;
	nice: string | null;
};

/** How children are confined on this machine. */
export type Confinement = {
	/** What stands before the program's own arguments, limits aside. */
	commandPrefix: string[];
	/** Whom the child runs as; `null` is the server's own user. */
	user: { uid: number; gid: number } | null;
	network: boolean;
	diesWithParent: boolean;
	prlimit: string | null;
	nice: string | null;
};

/** Nobody and nogroup: numbers, for a small container may lack the names. */
export const nobody = { uid: 65_534, gid: 65_534 };

/** Every way to confine, the strictest first; the first that works on this machine is used. */
export function listConfinements(tools: ConfinementTools, isRoot: boolean): Confinement[] {
	const { unshare, setpriv, prlimit, nice } = tools;
	const rest = { prlimit, nice };
	const found: Confinement[] = [];
	const drop = ['--reuid', `${nobody.uid}`, '--regid', `${nobody.gid}`, '--clear-groups'];
	const tie = ['--no-new-privs', '--inh-caps=-all', '--pdeathsig', 'KILL', '--'];
	// A change of credentials clears the death signal, so whatever sets it comes last.
	const ownNamespaces = ['--user', '--map-current-user', '--net', '--ipc', '--'];

	if (setpriv !== null && isRoot) {
		const dropped = { ...rest, user: nobody, diesWithParent: true };
		if (unshare !== null) {
			const commandPrefix = [unshare, '--net', '--ipc', '--', setpriv, ...drop, ...tie];
			const nested = [setpriv, ...drop, '--', unshare, ...ownNamespaces, setpriv, ...tie];
			found.push({ ...dropped, commandPrefix, network: false }, { ...dropped, commandPrefix: nested, network: false });
		}
		found.push({ ...dropped, commandPrefix: [setpriv, ...drop, ...tie], network: true });
	}
	if (setpriv !== null) {
		const same = { ...rest, user: null, diesWithParent: true };
		if (unshare !== null && !isRoot) {
			found.push({ ...same, commandPrefix: [unshare, ...ownNamespaces, setpriv, ...tie], network: false });
		}
		found.push({ ...same, commandPrefix: [setpriv, ...tie], network: true });
	}
	found.push({ ...rest, commandPrefix: [], user: null, network: true, diesWithParent: false });
	return found;
}

/** One sentence for the log at start: which walls stand, and which do not. */
export function describeConfinement({ user, network, diesWithParent, prlimit }: Confinement): string {
	const who = user === null ? "as the server's own user" : 'as an unprivileged user';
	const net = network ? 'WITH network access (namespaces are not allowed here)' : 'without network';
	const limits = prlimit === null ? 'WITHOUT limits of memory and processor time' : 'with limits of memory and time';
	const end = diesWithParent ? '' : '; they may OUTLIVE a killed server (no setpriv here)';
	return `Video tools run ${who}, ${net}, ${limits}${end}.`;
}

/** What a child may use. */
export type ChildLimits = {
	/** Seconds of processor time, all threads together. */
	processorSeconds: number;
	/** Largest file it may write, bytes. */
	outputBytes: number;
};

/** Address space: a 4K encode with two threads stays below 1 GB; without a thread cap it needs more than 1.5. */
const memoryBytes = 2_147_483_648;
const openFiles = 64;

/** The whole command line of a confined child, program first. */
export function toConfinedCommand(
	confinement: Confinement,
	limits: ChildLimits,
	program: string,
	args: string[],
): string[] {
	const { commandPrefix, prlimit, nice } = confinement;
	const limited =
		prlimit === null
			? []
			: [
					prlimit,
					`--cpu=${Math.ceil(limits.processorSeconds)}`,
					`--fsize=${Math.ceil(limits.outputBytes)}`,
					`--as=${memoryBytes}`,
					`--nofile=${openFiles}`,
					'--core=0',
					'--',
				];
	return [...commandPrefix, ...limited, ...(nice === null ? [] : [nice, '-n', '10']), program, ...args];
}
