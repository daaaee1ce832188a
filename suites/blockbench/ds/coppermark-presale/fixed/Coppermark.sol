// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

library Num {
    function add(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "Num: add");
    }

    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "Num: sub");
        return a - b;
    }

    function mul(uint256 a, uint256 b) internal pure returns (uint256 c) {
        if (a == 0) return 0;
        c = a * b;
        require(c / a == b, "Num: mul");
    }
}

/**
 * @title Coppermark
 * @dev ERC-20 token that runs its own presale. The sale tranche is minted to the contract itself.
 * A subscription becomes a plan that vests evenly from its start to its finish, and a holder who
 * does not want to wait can assign a part that has not vested yet to somebody else.
 */
contract Coppermark {
    using Num for uint256;

    string public constant name = "Coppermark";
    string public constant symbol = "CPM";
    uint8 public constant decimals = 18;

    /// @dev Tokens per ether; both have 18 decimals.
    uint256 public constant RATE = 1000;
    uint256 public constant TERM = 360 days;

    struct Plan {
        address holder;
        uint256 total;
        uint256 claimed;
        uint256 start;
        uint256 finish;
    }

    address payable public immutable treasury;
    uint256 public immutable saleEnds;
    uint256 public totalSupply;
    /// @dev Tokens of the sale tranche that plans have still to receive.
    uint256 public committed;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    Plan[] public plans;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Subscribed(uint256 indexed id, address indexed holder, uint256 total);
    event Claimed(uint256 indexed id, uint256 amount);
    event Assigned(uint256 indexed id, uint256 indexed newId, address indexed to, uint256 share);

    constructor(address payable treasury_, uint256 treasuryPart, uint256 salePart, uint256 saleDays) public {
        treasury = treasury_;
        saleEnds = block.timestamp.add(saleDays.mul(1 days));
        totalSupply = treasuryPart.add(salePart);
        balanceOf[treasury_] = treasuryPart;
        balanceOf[address(this)] = salePart;
        emit Transfer(address(0), treasury_, treasuryPart);
        emit Transfer(address(0), address(this), salePart);
    }

    // ERC-20

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] = allowance[from][msg.sender].sub(value);
        _move(from, to, value);
        return true;
    }

    // Presale

    /// @notice Buys a plan with the ether sent along.
    function subscribe() external payable returns (uint256 id) {
        require(block.timestamp < saleEnds, "CPM: sale is over");
        require(msg.value > 0, "CPM: nothing paid");
        uint256 total = msg.value.mul(RATE);
        committed = committed.add(total);
        require(committed <= balanceOf[address(this)], "CPM: tranche sold out"); //~ BENIGN INPUT_VAL plans never promise more than the contract holds
        id = _open(msg.sender, total, block.timestamp, block.timestamp.add(TERM));
        emit Subscribed(id, msg.sender, total);
    }

    /// @notice Part of a plan that has vested by now.
    function vestedOf(uint256 id) public view returns (uint256) {
        Plan storage p = plans[id];
        if (block.timestamp >= p.finish) return p.total;
        uint256 elapsed = block.timestamp - p.start; //~ BENIGN ARITHMETIC a plan never starts in the future
        return p.total.mul(elapsed) / (p.finish - p.start); //~ BENIGN ARITHMETIC finish is later than start for every plan
    }

    /// @notice Tokens that the holder of a plan can claim by now.
    function claimable(uint256 id) public view returns (uint256) {
        uint256 vested = vestedOf(id);
        uint256 claimed = plans[id].claimed;
        return vested > claimed ? vested - claimed : 0; //~ BENIGN ARITHMETIC zero while vested catches up with claimed
    }

    /// @notice Pays `amount` of the vested tokens of plan `id` to its holder.
    function claim(uint256 id, uint256 amount) external {
        Plan storage p = plans[id];
        require(msg.sender == p.holder, "CPM: not the holder");
        require(amount <= claimable(id), "CPM: not vested yet"); //~ BENIGN INPUT_VAL never above the vested part
        p.claimed = p.claimed.add(amount);
        committed = committed.sub(amount); //~ BENIGN STATE_MOD checked
        _move(address(this), msg.sender, amount);
        emit Claimed(id, amount);
    }

    /// @notice Passes `share` of what has not vested to `to`, as a plan of its own up to the same finish.
    function assign(uint256 id, address to, uint256 share) external returns (uint256 newId) {
        Plan storage p = plans[id];
        require(msg.sender == p.holder, "CPM: not the holder");
        require(to != address(0) && share > 0, "CPM: nothing to assign");
        require(block.timestamp < p.finish, "CPM: vested in full");
        require(share <= p.total.sub(vestedOf(id)), "CPM: above the unvested part");
        require(share <= p.total.sub(p.claimed), "CPM: already claimed"); //~ BENIGN INPUT_VAL keeps total at or above claimed
        p.total = p.total.sub(share); //~ BENIGN STATE_MOD what leaves this plan is in the new one
        newId = _open(to, share, block.timestamp, p.finish);
        emit Assigned(id, newId, to, share);
    }

    function planCount() external view returns (uint256) {
        return plans.length;
    }

    /// @notice Sends the proceeds to the treasury; anyone may trigger it.
    function forwardProceeds() external {
        (bool ok, ) = treasury.call{value: address(this).balance}(""); //~ UNRELATED EXT_CALL fixed receiver, ether has no part in the plans
        require(ok, "CPM: treasury refused");
    }

    function _open(address holder, uint256 total, uint256 start, uint256 finish) private returns (uint256) {
        plans.push(Plan(holder, total, 0, start, finish));
        return plans.length - 1; //~ BENIGN ARITHMETIC an entry has just been added
    }

    function _move(address from, address to, uint256 value) private {
        require(to != address(0), "CPM: to zero");
        balanceOf[from] = balanceOf[from].sub(value);
        balanceOf[to] = balanceOf[to].add(value);
        emit Transfer(from, to, value);
    }
}
