import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely';

/**
 * Compiles the number of a LIMIT as a literal. SQLite plans with the value of a bound limit, so it would prepare the statement anew for each
 * execution.
 */
export class LiteralLimitQueryCompiler extends SqliteQueryCompiler {
	protected override visitLimit(node: LimitNode): void {
		const { limit } = node;
		if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`);
		else super.visitLimit(node);
	}
}
