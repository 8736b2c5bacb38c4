/** Paths of the util-linux programs for a sandbox; null if a program is not installed. */
export type ConfinementTools = {
	unshare: string | null;
	setpriv: string | null;
	prlimit: string | null;
	nice: string | null;
};

/** Sandbox of child processes on this machine. */
export type Confinement = {
	/** Command in front of the program; resource limits are not part of it. */
	commandPrefix: string[];
	/** User of the child process; null for the server's own user. */
	user: { uid: number; gid: number } | null;
	network: boolean;
	diesWithParent: boolean;
	prlimit: string | null;
	nice: string | null;
};

/** Ids of nobody and nogroup. They are numeric, because a minimal container may lack the names. */
export const nobodyIds = { uid: 65_534, gid: 65_534 };

/** Lists all possible sandboxes, strictest first. The first one that works on this machine is used. */
export function listConfinements(tools: ConfinementTools, isRoot: boolean): Confinement[] {
	const { unshare, setpriv, prlimit, nice } = tools;
	const common = { prlimit, nice };
	const confinements: Confinement[] = [];
	const dropArguments = ['--reuid', `${nobodyIds.uid}`, '--regid', `${nobodyIds.gid}`, '--clear-groups'];
	const tieArguments = ['--no-new-privs', '--inh-caps=-all', '--pdeathsig', 'KILL', '--'];
	// A change of credentials clears the parent-death signal, so setpriv sets the signal last.
	const ownNamespaces = ['--user', '--map-current-user', '--net', '--ipc', '--'];

	if (setpriv !== null && isRoot) {
		const unprivileged = { ...common, user: nobodyIds, diesWithParent: true };
		if (unshare !== null) {
			const commandPrefix = [unshare, '--net', '--ipc', '--', setpriv, ...dropArguments, ...tieArguments];
			const nested = [setpriv, ...dropArguments, '--', unshare, ...ownNamespaces, setpriv, ...tieArguments];
			confinements.push(
				{ ...unprivileged, commandPrefix, network: false },
				{ ...unprivileged, commandPrefix: nested, network: false },
			);
		}
		confinements.push({ ...unprivileged, commandPrefix: [setpriv, ...dropArguments, ...tieArguments], network: true });
	}
	if (setpriv !== null) {
		const sameUser = { ...common, user: null, diesWithParent: true };
		if (unshare !== null && !isRoot) {
			confinements.push({
				...sameUser,
				commandPrefix: [unshare, ...ownNamespaces, setpriv, ...tieArguments],
				network: false,
			});
		}
		confinements.push({ ...sameUser, commandPrefix: [setpriv, ...tieArguments], network: true });
	}
	confinements.push({ ...common, commandPrefix: [], user: null, network: true, diesWithParent: false });
	return confinements;
}

/** Formats one line for the log about the active and missing protections of a sandbox. */
export function describeConfinement({ user, network, diesWithParent, prlimit }: Confinement): string {
	const who = user === null ? "as the server's own user" : 'as an unprivileged user';
	const net = network ? 'WITH network access (namespaces are not allowed here)' : 'without network';
	const limits = prlimit === null ? 'WITHOUT limits of memory and processor time' : 'with limits of memory and time';
	const end = diesWithParent ? '' : '; they may OUTLIVE a killed server (no setpriv here)';
	return `Video tools run ${who}, ${net}, ${limits}${end}.`;
}

export type ChildLimits = {
	/** CPU seconds that all threads of the child may use together. */
	processorSeconds: number;
	/** Size in bytes of the largest file that the child may write. */
	outputBytes: number;
};

/** Address space of a child in bytes. A 4K encode with two threads needs less than 1 GB; without a thread limit, over 1.5 GB. */
const memoryBytes = 2_147_483_648;
const openFiles = 64;

/** Builds the command line of a sandboxed child process. The program comes first. */
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
