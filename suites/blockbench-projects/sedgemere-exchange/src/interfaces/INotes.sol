// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title INotes
 * @notice Liquidity in a range of a pool, as tokens that can be sold.
 */
interface INotes {
    /**
     * @notice What a note stands for.
     * @param pool The pool
     * @param lower Edge at which its range begins
     * @param upper Edge at which its range ends
     * @param liquidity Its liquidity
     * @param last0 Growth of its range from which it is settled next, of the first token
     * @param last1 The same of the second token
     * @param owed0 What it can collect of the first token
     * @param owed1 What it can collect of the second token
     */
    struct Note {
        address pool;
        int24 lower;
        int24 upper;
        uint128 liquidity;
        uint256 last0;
        uint256 last1;
        uint128 owed0;
        uint128 owed1;
    }

    /**
     * @notice A new note.
     * @param pool The pool
     * @param lower Edge at which the range begins
     * @param upper Edge at which the range ends
     * @param most0 Most to pay of the first token
     * @param most1 Most to pay of the second token
     * @param least0 Least to pay of the first token
     * @param least1 Least to pay of the second token
     * @param to Who gets the note
     * @param deadline Last time at which this is done
     */
    struct Request {
        address pool;
        int24 lower;
        int24 upper;
        uint256 most0;
        uint256 most1;
        uint256 least0;
        uint256 least1;
        address to;
        uint256 deadline;
    }

    event Increased(uint256 indexed id, uint128 liquidity, uint256 amount0, uint256 amount1);
    event Decreased(uint256 indexed id, uint128 liquidity, uint256 amount0, uint256 amount1);
    event FeesCollected(uint256 indexed id, address indexed to, uint128 amount0, uint128 amount1);

    /// @notice Mint a note, with tokens of the caller
    function mint(Request calldata request) external returns (uint256 id, uint128 liquidity, uint256 amount0, uint256 amount1);

    /// @notice Add liquidity to a note, with tokens of the caller
    function increase(uint256 id, uint256 most0, uint256 most1, uint256 least0, uint256 least1, uint256 deadline)
        external
        returns (uint128 liquidity, uint256 amount0, uint256 amount1);

    /// @notice Take liquidity out of a note. What it was can be collected
    function decrease(uint256 id, uint128 liquidity, uint256 least0, uint256 least1, uint256 deadline)
        external
        returns (uint256 amount0, uint256 amount1);

    /// @notice Collect what a note is owed, at most so much
    function collect(uint256 id, address to, uint128 most0, uint128 most1) external returns (uint128 amount0, uint128 amount1);

    /// @notice Burn a note that stands for nothing
    function burn(uint256 id) external;

    /// @notice Let somebody act for a note that its owner allowed by a signature
    function permit(address spender, uint256 id, uint256 deadline, bytes calldata signature) external;

    function noteOf(uint256 id) external view returns (Note memory);

    function transferFrom(address from, address to, uint256 id) external;
}
