// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

interface IStrategy {
    // what it could give back now
    function worth() external view returns (uint256);

    function invest(uint256 amount) external;

    // sends to the caller
    function divest(uint256 amount) external;
}

// where the money is: some here, some in each strategy (the "debt" of the strategy)
abstract contract StrategyBook is Ownable2Step, ReentrancyGuard {
    using SafeERC20 for IERC20;

    error NotKeeper();
    error UnknownStrategy();

    uint256 public constant MAX_STRATEGIES = 6;

    IERC20 public immutable asset;
    address public keeper;
    uint256 public idle;
    uint256 public totalDebt;

    IStrategy[] public queue;
    mapping(IStrategy => bool) public known;
    mapping(IStrategy => uint256) public cap;
    mapping(IStrategy => uint256) public debt;

    constructor(IERC20 asset_, address keeper_) {
        require(address(asset_) != address(0), "no asset");
        asset = asset_;
        keeper = keeper_;
    }

    modifier onlyKeeper() {
        if (msg.sender != keeper) revert NotKeeper();
        _;
    }

    function setKeeper(address keeper_) external onlyOwner {
        keeper = keeper_;
        emit KeeperSet(keeper_);
    }

    function addStrategy(IStrategy s, uint256 cap_) external onlyOwner {
        require(address(s) != address(0) && !known[s], "not new");
        require(queue.length < MAX_STRATEGIES, "too many");
        known[s] = true;
        cap[s] = cap_;
        queue.push(s);
        emit StrategyAdded(s, cap_);
    }

    function setCap(IStrategy s, uint256 cap_) external onlyOwner {
        if (!known[s]) revert UnknownStrategy();
        cap[s] = cap_;
        emit CapSet(s, cap_);
    }

    function invest(IStrategy s, uint256 amount) external onlyKeeper nonReentrant {
        if (!known[s]) revert UnknownStrategy();
        require(debt[s] + amount <= cap[s], "over the cap");
        idle -= amount;
        debt[s] += amount;
        totalDebt += amount;
        asset.forceApprove(address(s), amount);
        s.invest(amount);
        emit Invested(s, amount);
    }

    function divest(IStrategy s, uint256 amount) external onlyKeeper nonReentrant {
        _divest(s, amount);
    }

    // a strategy without debt leaves, the last one takes its place
    function dropStrategy(IStrategy s) external onlyOwner {
        if (!known[s]) revert UnknownStrategy();
        require(debt[s] == 0, "still invested");
        uint256 last = queue.length - 1;
        for (uint256 i = 0; i < last; i++) {
            if (queue[i] == s) {
                queue[i] = queue[last];
                break;
            }
        }
        queue.pop();
        known[s] = false;
        cap[s] = 0;
        emit StrategyDropped(s);
    }

    function strategies() external view returns (IStrategy[] memory) {
        return queue;
    }

    // the part of everything that a strategy has, in ten thousandths
    function part(IStrategy s) external view returns (uint256) {
        uint256 all = total();
        return all == 0 ? 0 : (debt[s] * 10_000) / all;
    }

    // what a strategy has won or lost since its last report
    function pending(IStrategy s) external view returns (int256) {
        return int256(s.worth()) - int256(debt[s]);
    }

    // how much more a strategy may get now
    function spare(IStrategy s) external view returns (uint256) {
        uint256 top = cap[s];
        uint256 there = debt[s];
        if (there >= top) return 0;
        return top - there < idle ? top - there : idle;
    }

    function total() public view returns (uint256) {
        return idle + totalDebt;
    }

    function _divest(IStrategy s, uint256 amount) internal {
        uint256 before = asset.balanceOf(address(this));
        debt[s] -= amount;
        totalDebt -= amount;
        idle += amount;
        s.divest(amount);
        require(asset.balanceOf(address(this)) - before >= amount, "came up short");
        emit Divested(s, amount);
    }

    // walks the queue until there is enough here
    function _raise(uint256 amount) internal {
        for (uint256 i = 0; i < queue.length && idle < amount; i++) {
            uint256 missing = amount - idle;
            uint256 there = debt[queue[i]];
            if (there > 0) _divest(queue[i], missing < there ? missing : there);
        }
    }

    event KeeperSet(address keeper);
    event StrategyAdded(IStrategy indexed strategy, uint256 cap);
    event StrategyDropped(IStrategy indexed strategy);
    event CapSet(IStrategy indexed strategy, uint256 cap);
    event Invested(IStrategy indexed strategy, uint256 amount);
    event Divested(IStrategy indexed strategy, uint256 amount);
}
