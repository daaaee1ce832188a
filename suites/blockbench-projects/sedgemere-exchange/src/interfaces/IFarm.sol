// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title Rewards for liquidity
 */
interface IFarm {
    /**
     * @notice A reward for the liquidity of a pool.
     * @param token What the reward is paid in
     * @param pool The pool that the sponsor has chosen
     * @param sponsor Who gets back what nobody earns
     * @param start When it begins
     * @param end When it ends
     * @param left Reward that was not earned
     * @param counted Seconds that have earned something, with 128 binary digits
     * @param stakes How many notes are staked
     */
    struct Program {
        address token;
        address pool;
        address sponsor;
        uint256 start;
        uint256 end;
        uint256 left;
        uint256 counted;
        uint256 stakes;
    }

    /**
     * @notice A note that is staked.
     * @param owner Whose note it is
     * @param program Number of the program
     * @param liquidity Its liquidity when it was staked
     * @param since What the seconds in its range were at that time
     */
    struct Stake {
        address owner;
        uint256 program;
        uint128 liquidity;
        uint160 since;
    }

    event Created(uint256 indexed id, address indexed token, address indexed pool, uint256 start, uint256 end, uint256 amount);
    event Closed(uint256 indexed id, uint256 back);
    event Staked(uint256 indexed id, uint256 indexed note, address indexed owner, uint128 liquidity);
    event Unstaked(uint256 indexed id, uint256 indexed note, uint256 reward);
    event Claimed(address indexed owner, address indexed token, uint256 amount, address to);

    /// @notice Create a program with a reward of the caller
    function create(address token, address pool, uint256 start, uint256 end, uint256 amount) external returns (uint256 id);

    /// @notice Send back what nobody has earned, after the end and when no note is staked
    function close(uint256 id) external;

    /// @notice Give a note back to its owner, with the reward. Its owner may at any time, everybody after the end
    function unstake(uint256 note) external returns (uint256 reward);

    /// @notice Collect fees of a staked note for its owner
    function collectFees(uint256 note) external returns (uint128 amount0, uint128 amount1);

    /// @notice Claim rewards of the caller
    function claim(address token, uint256 amount, address to) external;

    function programOf(uint256 id) external view returns (Program memory);

    function stakeOf(uint256 note) external view returns (Stake memory);

    /// @notice Rewards that an owner has not claimed
    function earned(address owner, address token) external view returns (uint256);

    /// @notice The reward of a note if it were given back now
    function rewardOf(uint256 note) external view returns (uint256 reward, uint256 secondsCounted);
}
