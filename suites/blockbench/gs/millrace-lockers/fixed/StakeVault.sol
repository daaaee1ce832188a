// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/governance/utils/IVotes.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "./context/IStakeManager.sol";

/// Everybody stakes from a vault of their own. The GOV sits in here and nowhere else, the manager only does the bookkeeping.
contract StakeVault is Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 public constant MIN_LOCK = 7 days;
    uint256 public constant MAX_LOCK = 730 days;

    IERC20 public immutable gov;
    IStakeManager public immutable manager;

    uint256 public staked;
    uint256 public lockedUntil;
    address public payee; // who gets the rewards of a harvest, nobody may harvest while it's zero

    error StillLocked(uint256 until);
    error BadLock();
    error NothingStaked();
    error ManagerRefused();

    modifier unlocked() {
        if (block.timestamp < lockedUntil) revert StillLocked(lockedUntil); //~ BENIGN TIMESTAMP
        _;
    }

    constructor(IERC20 gov_, IStakeManager manager_, address owner_) Ownable(owner_) {
        gov = gov_;
        manager = manager_;
    }

    // one lock for the whole vault, build a second vault if you want two

    function stake(uint256 amount, uint256 lock) external onlyOwner {
        _stake(amount, lock);
    }

    /// Same with a signed permit, saves a transaction. Someone else may have used the permit already, that's fine.
    function stakeWithPermit(uint256 amount, uint256 lock, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        onlyOwner
    {
        try IERC20Permit(address(gov)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {} //~ BENIGN CTRL_FLOW whatever goes wrong here, the transfer needs the allowance
        _stake(amount, lock);
    }

    /// Moves the lock without adding GOV. The manager gives a bonus for it.
    function prolong(uint256 lock) external onlyOwner {
        if (staked == 0) revert NothingStaked();
        uint256 until = block.timestamp + lock;
        if (lock > MAX_LOCK || until <= lockedUntil) revert BadLock(); //~ BENIGN INPUT_VAL a lock only ever gets longer
        lockedUntil = until;
        manager.enter(0, until);
        emit Prolonged(until); //~ UNRELATED EVENT_EMIT
    }

    /// Takes a part out, or everything.
    function unstake(uint256 amount, address to) external onlyOwner unlocked {
        require(amount > 0 && amount <= staked, "bad amount"); //~ BENIGN INPUT_VAL
        staked -= amount;
        manager.exit(amount); //~ BENIGN EXT_CALL the manager has to take the amount out of its entry or nothing moves
        _send(to, amount);
        emit Unstaked(to, amount); //~ UNRELATED EVENT_EMIT
    }

    /// Takes everything out and is done with the manager, also when there is a new manager and ours is out of use.
    function leave(address to) external onlyOwner unlocked returns (uint256 amount) {
        amount = staked;
        if (amount == 0) revert NothingStaked(); //~ BENIGN INPUT_VAL
        staked = 0; //~ BENIGN STATE_MOD booked out before anything is sent
        try manager.exit(amount) {} //~ BENIGN EXT_CALL either ends the entry or says why not
        catch (bytes memory reason) { //~ BENIGN CTRL_FLOW the reason is looked at before the stake goes
            if (bytes4(reason) != IStakeManager.Retired.selector) revert ManagerRefused(); //~ BENIGN INPUT_VAL a manager out of use is the one refusal that is passed over
            emit LeftWithoutManager(reason);
        }
        _send(to, amount); //~ BENIGN FUND_XFER nothing is earned on it any more
        emit Unstaked(to, amount); //~ UNRELATED EVENT_EMIT
    }

    function claim(address to) external onlyOwner returns (uint256 paid) {
        paid = manager.claim(to); //~ BENIGN EXT_CALL pays what was earned while the stake was here
        emit Claimed(to, paid); //~ UNRELATED EVENT_EMIT
    }

    function setPayee(address payee_) external onlyOwner {
        payee = payee_;
        emit PayeeSet(payee_); //~ UNRELATED EVENT_EMIT
    }

    /// For bots. Anyone can call it, the rewards go where the owner wants them.
    function harvest() external returns (uint256 paid) {
        require(payee != address(0), "no payee"); //~ BENIGN ACCESS_CTRL
        paid = manager.claim(payee); //~ BENIGN FUND_XFER the caller has no say in who is paid
        emit Claimed(payee, paid); //~ UNRELATED EVENT_EMIT
    }

    /// Staked GOV still votes.
    function delegate(address to) external onlyOwner {
        IVotes(address(gov)).delegate(to);
    }

    /// For tokens somebody sent here by mistake.
    function sweep(IERC20 token, address to) external onlyOwner returns (uint256 amount) {
        amount = token.balanceOf(address(this));
        if (token == gov) amount -= staked; //~ BENIGN COMPUTATION the stake is never swept
        require(amount > 0, "nothing to sweep"); //~ BENIGN INPUT_VAL
        token.safeTransfer(to, amount);
    }

    function pending() external view returns (uint256) {
        return manager.earned(address(this));
    }

    function lockLeft() external view returns (uint256) {
        return block.timestamp < lockedUntil ? lockedUntil - block.timestamp : 0;
    }

    // a new owner picks a payee again
    function _transferOwnership(address owner_) internal override {
        payee = address(0);
        super._transferOwnership(owner_);
    }

    function _stake(uint256 amount, uint256 lock) private {
        if (amount == 0) revert NothingStaked(); //~ BENIGN INPUT_VAL
        if (lock < MIN_LOCK || lock > MAX_LOCK) revert BadLock(); //~ BENIGN INPUT_VAL
        uint256 until = block.timestamp + lock;
        if (until > lockedUntil) lockedUntil = until; //~ BENIGN TIMESTAMP a later stake can only make the lock longer
        staked += amount;
        gov.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        manager.enter(amount, lockedUntil);
        emit Staked(amount, lockedUntil); //~ UNRELATED EVENT_EMIT
    }

    function _send(address to, uint256 amount) private {
        require(to != address(this), "bad receiver"); //~ BENIGN INPUT_VAL
        gov.safeTransfer(to, amount);
    }

    event Staked(uint256 amount, uint256 lockedUntil);
    event Prolonged(uint256 lockedUntil);
    event Unstaked(address indexed to, uint256 amount);
    event PayeeSet(address indexed payee);
    event LeftWithoutManager(bytes reason);
    event Claimed(address indexed to, uint256 amount);
}

/// Builds the vaults. The manager only listens to vaults from here.
contract VaultFactory is Ownable2Step {
    uint256 public constant MAX_VAULTS = 8; // each, so that pendingOf stays cheap

    IERC20 public immutable gov;
    IStakeManager public immutable manager;

    bool public closed;
    uint256 public count;
    mapping(address => bool) public isVault;
    mapping(address => address[]) private _built;

    constructor(IERC20 gov_, IStakeManager manager_) Ownable(msg.sender) {
        require(address(gov_) != address(0) && address(manager_) != address(0), "zero address"); //~ BENIGN INIT
        gov = gov_;
        manager = manager_;
    }

    function build() external returns (StakeVault vault) {
        require(!closed, "closed"); //~ BENIGN CTRL_FLOW
        require(_built[msg.sender].length < MAX_VAULTS, "too many"); //~ BENIGN INPUT_VAL
        vault = new StakeVault(gov, manager, msg.sender); //~ BENIGN ACCESS_CTRL the manager only trusts code that was created here
        isVault[address(vault)] = true;
        count++;
        _built[msg.sender].push(address(vault));
        emit Built(msg.sender, address(vault)); //~ UNRELATED EVENT_EMIT
    }

    /// No new vaults, the old ones keep working.
    function setClosed(bool closed_) external onlyOwner {
        closed = closed_;
        emit Closed(closed_); //~ UNRELATED EVENT_EMIT
    }

    function builtBy(address who) external view returns (address[] memory) {
        return _built[who];
    }

    /// Sum over the vaults that somebody built, wherever these are now.
    function pendingOf(address who) external view returns (uint256 sum) {
        address[] storage list = _built[who];
        for (uint256 i = 0; i < list.length; i++) {
            sum += manager.earned(list[i]);
        }
    }

    event Built(address indexed owner, address vault);
    event Closed(bool closed);
}
