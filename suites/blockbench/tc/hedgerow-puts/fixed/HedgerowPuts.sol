// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

interface IDollar {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

library Checked {
    function add(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "add");
    }

    function sub(uint256 a, uint256 b, string memory reason) internal pure returns (uint256) {
        require(b <= a, reason);
        return a - b;
    }

    function mul(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a * b;
        require(a == 0 || c / a == b, "mul");
    }
}

/// @title  HedgerowPuts
/// @notice A series of puts on ether, covered in full. One option (18 decimals) is the right to hand one ether over for
///         the strike price until the series expires.
///
///         Writers put dollars into their own vault and write options against them. A holder who exercises names the
///         vaults that are to pay; each of them gives dollars and gets the ether instead.
contract HedgerowPuts {
    using Checked for uint256;

    struct Vault {
        uint256 dollars; // six decimals
        uint256 written; // options of this vault that somebody may exercise
        uint256 wei_; // ether that came in by exercise and was not fetched
    }

    string public constant name = "Hedgerow Ether Put";
    uint8 public constant decimals = 18;
    uint256 private constant ONE = 1e18;

    IDollar public immutable dollar;
    uint256 public immutable strike;
    uint256 public immutable expiry;
    address public immutable house;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    mapping(address => Vault) public vaults;
    /// @notice Ether that belongs to writers.
    uint256 public weiOfWriters;

    event Transfer(address indexed from, address indexed to, uint256 options);
    event Approval(address indexed holder, address indexed spender, uint256 options);
    event Written(address indexed writer, uint256 dollars, uint256 options);
    event Exercised(address indexed holder, address indexed writer, uint256 options, uint256 dollars);
    event Fetched(address indexed writer, uint256 dollars, uint256 amount);

    modifier running() {
        require(block.timestamp < expiry, "Hedgerow: expired");
        _;
    }

    constructor(IDollar dollar_, uint256 strike_, uint256 expiry_) public {
        require(strike_ > 0 && expiry_ > block.timestamp, "Hedgerow: series");
        dollar = dollar_;
        strike = strike_;
        expiry = expiry_;
        house = msg.sender;
    }

    // ---------------------------------------------------------------- writers

    /// @notice Dollars that `options` are worth at the strike price.
    function atStrike(uint256 options) public view returns (uint256) {
        return options.mul(strike) / ONE;
    }

    function write(uint256 dollars, uint256 options) external running {
        Vault storage vault = vaults[msg.sender];
        vault.dollars = vault.dollars.add(dollars);
        vault.written = vault.written.add(options);
        require(vault.written.mul(strike) <= vault.dollars.mul(ONE), "Hedgerow: not covered"); //~ BENIGN INPUT_VAL every option has its dollars
        totalSupply = totalSupply.add(options);
        balanceOf[msg.sender] = balanceOf[msg.sender].add(options);
        emit Transfer(address(0), msg.sender, options);
        emit Written(msg.sender, dollars, options);
        require(dollar.transferFrom(msg.sender, address(this), dollars), "Hedgerow: dollars");
    }

    /// @notice Takes back options the writer still has, or has bought again.
    function unwrite(uint256 options) external {
        Vault storage vault = vaults[msg.sender];
        vault.written = vault.written.sub(options, "Hedgerow: not yours");
        _burn(msg.sender, options);
    }

    /// @notice Ether from exercised options, at any time.
    function fetchEther() external {
        uint256 amount = vaults[msg.sender].wei_;
        vaults[msg.sender].wei_ = 0; //~ BENIGN STATE_MOD before the ether leaves
        weiOfWriters = weiOfWriters.sub(amount, "Hedgerow: ether");
        emit Fetched(msg.sender, 0, amount);
        _send(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    /// @notice Dollars that no option can claim any more: all after the expiry, the uncovering part before.
    function fetchDollars(uint256 amount) external {
        Vault storage vault = vaults[msg.sender];
        vault.dollars = vault.dollars.sub(amount, "Hedgerow: dollars");
        if (block.timestamp < expiry) require(vault.written.mul(strike) <= vault.dollars.mul(ONE), "Hedgerow: not covered");
        emit Fetched(msg.sender, amount, 0);
        require(dollar.transfer(msg.sender, amount), "Hedgerow: dollars");
    }

    // ---------------------------------------------------------------- holders

    function transfer(address to, uint256 options) external returns (bool) {
        _move(msg.sender, to, options);
        return true;
    }

    function transferFrom(address from, address to, uint256 options) external returns (bool) {
        allowance[from][msg.sender] = allowance[from][msg.sender].sub(options, "Hedgerow: allowance");
        _move(from, to, options);
        return true;
    }

    function approve(address spender, uint256 options) external returns (bool) {
        allowance[msg.sender][spender] = options;
        emit Approval(msg.sender, spender, options); //~ UNRELATED EVENT_EMIT
        return true;
    }

    /// @notice Exercises options of one writer. The ether has to be exact.
    function exercise(address writer, uint256 options) external payable running {
        require(_exercise(writer, options, msg.value) == 0, "Hedgerow: change"); //~ BENIGN INPUT_VAL nothing of the payment is left
    }

    /// @notice Exercises options of several writers. Ether beyond what is due is not given back.
    function exerciseMany(address[] calldata writers, uint256[] calldata options) external payable running {
        require(writers.length == options.length, "Hedgerow: lengths");
        uint256 purse = msg.value;
        for (uint256 i = 0; i < writers.length; i++) {
            purse = _exercise(writers[i], options[i], purse); //~ BENIGN ARITHMETIC
        }
    }

    /// @notice Ether that belongs to nobody.
    function sweep() external {
        require(msg.sender == house, "Hedgerow: house only");
        _send(house, address(this).balance.sub(weiOfWriters, "Hedgerow: ether"));
    }

    /// @param purse ether of the holder
    /// @return left what of it is left
    function _exercise(address writer, uint256 options, uint256 purse) private returns (uint256 left) {
        left = purse.sub(options, "Hedgerow: ether short"); //~ BENIGN INPUT_VAL
        Vault storage vault = vaults[writer];
        uint256 dollars = atStrike(options);
        vault.written = vault.written.sub(options, "Hedgerow: too many");
        vault.dollars = vault.dollars.sub(dollars, "Hedgerow: dollars");
        vault.wei_ = vault.wei_.add(options); //~ BENIGN STATE_MOD
        weiOfWriters = weiOfWriters.add(options);
        _burn(msg.sender, options);
        emit Exercised(msg.sender, writer, options, dollars);
        require(dollar.transfer(msg.sender, dollars), "Hedgerow: dollars");
    }

    function _burn(address holder, uint256 options) private {
        balanceOf[holder] = balanceOf[holder].sub(options, "Hedgerow: options");
        totalSupply = totalSupply.sub(options, "Hedgerow: supply");
        emit Transfer(holder, address(0), options);
    }

    function _move(address from, address to, uint256 options) private {
        balanceOf[from] = balanceOf[from].sub(options, "Hedgerow: options");
        balanceOf[to] = balanceOf[to].add(options);
        emit Transfer(from, to, options);
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "Hedgerow: payment");
    }
}
