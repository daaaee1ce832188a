// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/Math.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/ReentrancyGuard.sol";
import "./context/HookedToken.sol";
import "./context/RateModel.sol";

// The money market. Lenders supply tokens, desks borrow them up to the line of credit the owner gave them,
// and the interest goes from the desks to the lenders. Every pool has one token and its own books.
//
// Tokens are picked by the owner. They move what they say, and some of them have hooks for senders.
contract MoneyMarket is Ownable, ReentrancyGuard {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    // Info of each user in a pool.
    struct UserInfo {
        uint256 supplied; // As of supplyIndex, see supplyOf().
        uint256 supplyIndex;
        uint256 borrowed; // As of borrowIndex, see debtOf().
        uint256 borrowIndex;
        uint256 creditLine; // How much this user may owe.
    }

    // Info of each pool.
    struct PoolInfo {
        IERC20 token;
        RateModel model;
        uint256 minPosition; // The smallest position after a supply.
        uint256 supplyCap;
        uint256 lastBlock; // Interest is added up to this block.
        uint256 supplyIndex;
        uint256 borrowIndex;
        uint256 totalSupplied;
        uint256 totalBorrowed;
        uint256 reserves; // Our cut, not yet collected.
        bool frozen;
    }

    uint256 private constant ONE = 1e18;
    uint256 public constant MAX_CUT = 3000;

    // Our cut of the interest, out of 10000.
    uint256 public cut = 0;
    // Where it goes.
    address public treasury;
    // May freeze a pool in a hurry, and nothing else.
    address public guardian;

    PoolInfo[] public poolInfo;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;
    // One pool per token.
    mapping(address => bool) public listed;

    event PoolAdded(uint256 indexed pid, address indexed token);
    event PoolSet(uint256 indexed pid, address model, uint256 supplyCap, bool frozen);
    event CreditLine(uint256 indexed pid, address indexed desk, uint256 limit);
    event Supply(uint256 indexed pid, address indexed user, uint256 amount);
    event Withdraw(uint256 indexed pid, address indexed user, uint256 amount);
    event Borrow(uint256 indexed pid, address indexed user, uint256 amount);
    event Repay(uint256 indexed pid, address indexed user, uint256 amount);
    event Collect(uint256 indexed pid, uint256 amount);
    event WriteOff(uint256 indexed pid, address indexed desk, uint256 amount);

    constructor(address _treasury) public {
        setTreasury(_treasury);
    }

    // ============ Owner ============

    // Add a new pool. Can only be called by the owner.
    function add(IERC20 _token, RateModel _model, uint256 _minPosition, uint256 _supplyCap) external onlyOwner {
        require(!listed[address(_token)], "add: already there"); //~ BENIGN INPUT_VAL
        require(address(_model) != address(0), "add: no model"); //~ BENIGN INPUT_VAL
        listed[address(_token)] = true;
        poolInfo.push(
            PoolInfo({
                token: _token,
                model: _model,
                minPosition: _minPosition,
                supplyCap: _supplyCap,
                lastBlock: block.number,
                supplyIndex: ONE,
                borrowIndex: ONE,
                totalSupplied: 0,
                totalBorrowed: 0,
                reserves: 0,
                frozen: false
            })
        );
        emit PoolAdded(poolInfo.length - 1, address(_token));
    }

    // Change a pool. A frozen pool takes no new supplies and gives no new loans, everything else works.
    function set(uint256 _pid, RateModel _model, uint256 _supplyCap, bool _frozen) external onlyOwner {
        accrue(_pid);
        require(address(_model) != address(0), "set: no model"); //~ BENIGN INPUT_VAL
        PoolInfo storage pool = poolInfo[_pid];
        pool.model = _model;
        pool.supplyCap = _supplyCap;
        pool.frozen = _frozen;
        emit PoolSet(_pid, address(_model), _supplyCap, _frozen);
    }

    // How much a desk may owe. We know our desks.
    function setCreditLine(uint256 _pid, address _desk, uint256 _limit) external onlyOwner {
        require(_pid < poolInfo.length, "setCreditLine: no pool"); //~ BENIGN INPUT_VAL
        userInfo[_pid][_desk].creditLine = _limit;
        emit CreditLine(_pid, _desk, _limit);
    }

    // Counts for the interest that is still to come in, pool by pool.
    function setCut(uint256 _cut) external onlyOwner {
        require(_cut <= MAX_CUT, "setCut: too much"); //~ BENIGN INPUT_VAL
        for (uint256 pid = 0; pid < poolInfo.length; ++pid) accrue(pid);
        cut = _cut;
    }

    function setTreasury(address _treasury) public onlyOwner {
        require(_treasury != address(0), "setTreasury: zero"); //~ BENIGN INPUT_VAL
        treasury = _treasury;
    }

    function setGuardian(address _guardian) external onlyOwner {
        guardian = _guardian;
    }

    // Only the owner can thaw it again, with set().
    function freeze(uint256 _pid) external {
        require(msg.sender == guardian, "freeze: guardian only"); //~ BENIGN ACCESS_CTRL
        poolInfo[_pid].frozen = true;
    }

    // A desk is gone for good. Our cut pays, as far as it goes.
    function writeOff(uint256 _pid, address _desk, uint256 _amount) external onlyOwner returns (uint256 off) {
        accrue(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][_desk];
        uint256 debt = debtOf(_pid, _desk);
        off = Math.min(Math.min(_amount, debt), Math.min(pool.reserves, pool.totalBorrowed)); //~ BENIGN ARITHMETIC
        user.borrowed = debt.sub(off);
        user.borrowIndex = pool.borrowIndex;
        pool.reserves = pool.reserves.sub(off);
        pool.totalBorrowed = pool.totalBorrowed.sub(off);
        emit WriteOff(_pid, _desk, off);
    }

    // Send our cut to the treasury. Only what is not lent at the moment.
    function collect(uint256 _pid, uint256 _amount) external onlyOwner {
        accrue(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        require(_amount <= cash(_pid), "collect: too much"); //~ BENIGN INPUT_VAL
        pool.reserves = pool.reserves.sub(_amount);
        pool.token.safeTransfer(treasury, _amount);
        emit Collect(_pid, _amount);
    }

    // ============ Interest ============

    // Bring the indices and the totals of a pool to the current block.
    function accrue(uint256 _pid) public {
        PoolInfo storage pool = poolInfo[_pid];
        uint256 blocks = block.number.sub(pool.lastBlock);
        if (blocks == 0) return;
        pool.lastBlock = block.number;
        uint256 factor = pool.model.borrowRate(pool.totalSupplied, pool.totalBorrowed).mul(blocks);
        uint256 interest = pool.totalBorrowed.mul(factor).div(ONE);
        if (interest == 0) return;
        uint256 ours = interest.mul(cut).div(10000);
        pool.borrowIndex = pool.borrowIndex.add(pool.borrowIndex.mul(factor).div(ONE));
        pool.supplyIndex = pool.supplyIndex.add(pool.supplyIndex.mul(interest.sub(ours)).div(pool.totalSupplied)); //~ UNRELATED ARITHMETIC
        pool.totalBorrowed = pool.totalBorrowed.add(interest);
        pool.totalSupplied = pool.totalSupplied.add(interest.sub(ours));
        pool.reserves = pool.reserves.add(ours);
    }

    // ============ Lenders ============

    // Supply tokens to a pool.
    function supply(uint256 _pid, uint256 _amount) external nonReentrant { //~ INSUFF_GUARD REENTRY_GUARD supply and repay share it, withdraw and borrow do not
        accrue(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        uint256 held = supplyOf(_pid, msg.sender); //~ ROOT_CAUSE STORAGE_READ balance cached before the lender gets control
        require(!pool.frozen, "supply: frozen"); //~ BENIGN CTRL_FLOW
        require(held.add(_amount) >= pool.minPosition, "supply: too small"); //~ BENIGN INPUT_VAL
        require(pool.totalSupplied.add(_amount) <= pool.supplyCap, "supply: pool is full"); //~ BENIGN INPUT_VAL
        pool.token.safeTransferFrom(msg.sender, address(this), _amount); //~ PREREQ EXT_CALL may run the lender's hook
        pool.totalSupplied = pool.totalSupplied.add(_amount); //~ BENIGN STATE_MOD read after the pull
        user.supplied = held.add(_amount); //~ ROOT_CAUSE STATE_MOD the cached balance overwrites what happened meanwhile
        user.supplyIndex = pool.supplyIndex;
        emit Supply(_pid, msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    // Take tokens out again, with the interest.
    function withdraw(uint256 _pid, uint256 _amount) external {
        accrue(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        uint256 held = supplyOf(_pid, msg.sender);
        require(_amount <= held && _amount <= available(_pid), "withdraw: too much"); //~ BENIGN INPUT_VAL
        user.supplied = held.sub(_amount); //~ PREREQ STATE_MOD the write that a surrounding supply undoes
        user.supplyIndex = pool.supplyIndex;
        pool.totalSupplied = pool.totalSupplied.sub(_amount); //~ BENIGN STATE_MOD
        pool.token.safeTransfer(msg.sender, _amount); //~ BENIGN FUND_XFER after the effects, and receivers have no hook
        emit Withdraw(_pid, msg.sender, _amount);
    }

    // ============ Desks ============

    // Borrow up to the line of credit.
    function borrow(uint256 _pid, uint256 _amount) external {
        accrue(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        uint256 owed = debtOf(_pid, msg.sender).add(_amount);
        require(!pool.frozen, "borrow: frozen"); //~ BENIGN CTRL_FLOW
        require(owed <= user.creditLine, "borrow: over the line"); //~ BENIGN ACCESS_CTRL
        require(_amount <= available(_pid), "borrow: too much"); //~ BENIGN INPUT_VAL
        user.borrowed = owed;
        user.borrowIndex = pool.borrowIndex;
        pool.totalBorrowed = pool.totalBorrowed.add(_amount);
        pool.token.safeTransfer(msg.sender, _amount); //~ BENIGN FUND_XFER
        emit Borrow(_pid, msg.sender, _amount);
    }

    // Pay back. More than the debt is not taken.
    function repay(uint256 _pid, uint256 _amount) external nonReentrant {
        accrue(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        uint256 paid = Math.min(_amount, debtOf(_pid, msg.sender)); //~ BENIGN ARITHMETIC
        pool.token.safeTransferFrom(msg.sender, address(this), paid); //~ DECOY EXT_CALL runs a hook too, but no balance is kept across it
        user.borrowed = debtOf(_pid, msg.sender).sub(paid); //~ BENIGN STATE_MOD debt is read after the pull
        user.borrowIndex = pool.borrowIndex;
        // The debts round on their own, so the total may be a few wei short.
        pool.totalBorrowed = pool.totalBorrowed.sub(Math.min(paid, pool.totalBorrowed)); //~ BENIGN ARITHMETIC
        emit Repay(_pid, msg.sender, paid);
    }

    // ============ Views ============

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    // What a lender has in a pool, as of the last accrual.
    function supplyOf(uint256 _pid, address _user) public view returns (uint256) {
        UserInfo storage user = userInfo[_pid][_user];
        return user.supplied == 0 ? 0 : user.supplied.mul(poolInfo[_pid].supplyIndex).div(user.supplyIndex);
    }

    // What a desk owes to a pool, as of the last accrual.
    function debtOf(uint256 _pid, address _user) public view returns (uint256) {
        UserInfo storage user = userInfo[_pid][_user];
        return user.borrowed == 0 ? 0 : user.borrowed.mul(poolInfo[_pid].borrowIndex).div(user.borrowIndex);
    }

    // What can be withdrawn or borrowed. Our cut is not in it.
    function available(uint256 _pid) public view returns (uint256) {
        PoolInfo storage pool = poolInfo[_pid];
        return pool.totalSupplied > pool.totalBorrowed ? pool.totalSupplied - pool.totalBorrowed : 0;
    }

    // All tokens of a pool that are not lent.
    function cash(uint256 _pid) public view returns (uint256) {
        PoolInfo storage pool = poolInfo[_pid];
        return pool.totalSupplied.add(pool.reserves).sub(pool.totalBorrowed);
    }

    // Rates of the current block, for the website.
    function ratesOf(uint256 _pid) external view returns (uint256 borrowRate, uint256 supplyRate) {
        PoolInfo storage pool = poolInfo[_pid];
        borrowRate = pool.model.borrowRate(pool.totalSupplied, pool.totalBorrowed);
        if (pool.totalSupplied == 0) return (borrowRate, 0);
        supplyRate = borrowRate.mul(pool.totalBorrowed).div(pool.totalSupplied).mul(uint256(10000).sub(cut)).div(10000);
    }
}
