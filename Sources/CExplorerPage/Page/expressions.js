// Expressions are lists that begin with their kind. A scope has the fields, the active states and the arguments of the
// event that is handled. Reading the spec has checked all types.

/** Something that ends a run: where generated code would trap. */
class Fault extends Error {}

/** Returns whether an expression of type `Bool` is true. */
function isTruth(expression, scope) {
  switch (expression[0]) {
    case "in": return scope.isActive(expression[1]);
    case "not": return !isTruth(expression[1], scope);
    case "and": return expression[1].every((operand) => isTruth(operand, scope));
    case "or": return expression[1].some((operand) => isTruth(operand, scope));
    case "compare": return compare(expression[1], evaluate(expression[2], scope), evaluate(expression[3], scope));
    case "calculate":
    case "negate": return false;
    default: return isTrue(evaluate(expression, scope));
  }
}

/** Returns the value of an expression. */
function evaluate(expression, scope) {
  switch (expression[0]) {
    case "literal": return expression[1];
    case "field": return scope.fields[expression[1]];
    case "parameter": return scope.argument(expression[1]);
    case "calculate": return makeValue(expression[4] ? "duration" : "int", calculate(expression, scope));
    case "negate": return makeValue(expression[2] ? "duration" : "int", calculate(expression, scope));
    default: return makeValue("bool", isTruth(expression, scope));
  }
}

function calculate(expression, scope) {
  switch (expression[0]) {
    case "calculate": {
      const left = calculate(expression[2], scope);
      const right = calculate(expression[3], scope);
      return result(expression[1], left, right, scope);
    }
    case "negate": return result("-", 0n, calculate(expression[1], scope), scope);
    default: return numberOf(evaluate(expression, scope)) ?? 0n;
  }
}

function result(operation, left, right, scope) {
  const fitting = (number) => {
    if (number < leastNumber || number > greatestNumber) {
      throw new Fault(`${scope.machine} computes a number that does not fit into 64 bits (see Expressions)`);
    }
    return number;
  };
  switch (operation) {
    case "+": return fitting(left + right);
    case "-": return fitting(left - right);
    case "*": return fitting(left * right);
    case "min": return left < right ? left : right;
    case "max": return left > right ? left : right;
    default: {
      if (right === 0n) throw new Fault(`${scope.machine} divides by zero (see Expressions)`);
      // The remainder of the least number by -1 has no result either, as in Swift.
      const quotient = fitting(left / right);
      return operation === "/" ? quotient : left % right;
    }
  }
}

/** Returns whether a relation holds between two values of one type. */
function compare(relation, left, right) {
  if (left.kind === "double" && right.kind === "double") return holds(relation, left.content, right.content);
  if (areSame(left, right)) return holds(relation, 0, 0);
  const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)];
  if (leftNumber === undefined || rightNumber === undefined) return relation === "!=";
  return holds(relation, leftNumber, rightNumber);
}

function holds(relation, left, right) {
  switch (relation) {
    case "==": return left === right;
    case "!=": return left !== right;
    case "<": return left < right;
    case "<=": return left <= right;
    case ">": return left > right;
    default: return left >= right;
  }
}
